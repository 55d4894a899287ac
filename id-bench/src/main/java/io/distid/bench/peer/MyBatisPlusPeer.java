package io.distid.bench.peer;

import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;

/** MyBatis-Plus. Stateless. */
public final class MyBatisPlusPeer extends Peer {
    @Override
    public List<Subject> rows() {
        String name = "mybatis-plus";
        return List.of(numbers(
                name,
                origin(
                        "mybatis-plus-core",
                        "com.baomidou.mybatisplus.core.toolkit.Sequence",
                        "workerId=node datacenterId=1"),
                Layout.told(32, 0),
                snowflake(name, 4_095_000, TWITTER_EPOCH, SNOWFLAKE_TIME_BITS, "each ms begins at sequence 1 or 2"),
                node -> new Sequence(node, 1)::nextId,
                (high, id) -> Sequence.parseIdTimestamp(id)));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "mybatis-plus-core 3.5.17",
                "https://www.javadoc.io/doc/com.baomidou/mybatis-plus-core/3.5.17/com/baomidou/mybatisplus/core/toolkit/IdWorker.html",
                documented(
                        REPEATS,
                        TWO_NODES,
                        "多实例部署时，需要为每个实例分配唯一的 workerId 和 dataCenterId 组合，避免不同实例生成重复 ID。",
                        "give each of several instances a pair of its own, so that ids do not repeat"));
    }
}
