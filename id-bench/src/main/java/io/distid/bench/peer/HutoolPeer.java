package io.distid.bench.peer;

import cn.hutool.core.lang.Snowflake;
import io.distid.IdTraits;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** Hutool. Stateless. */
public final class HutoolPeer extends Peer {
    @Override
    public List<Subject> rows() {
        String name = "hutool snowflake";
        IdTraits claims = snowflake(name, SNOWFLAKE_CAP, TWITTER_EPOCH, SNOWFLAKE_TIME_BITS);
        return List.of(sinceEpoch(
                name,
                origin("hutool-core", "cn.hutool.core.lang.Snowflake", "workerId=node dataCenterId=1"),
                Layout.told(32, SNOWFLAKE_TIME_BITS),
                (node, epoch) -> {
                    Snowflake ids =
                            epoch == null ? new Snowflake(node, 1) : new Snowflake(new Date(epoch), node, 1, false);
                    return new PeerLongGenerator(ids::nextId, claims);
                },
                (high, id) -> (id >>> NODE_AND_SEQUENCE_BITS) + TWITTER_EPOCH));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        return Map.of(FaultRun.QUICK, List.of("hutool snowflake"));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "hutool-core 5.8.44",
                "https://www.javadoc.io/doc/cn.hutool/hutool-core/5.8.44/cn/hutool/core/util/IdUtil.html",
                documented(
                        REPEATS,
                        TWO_NODES,
                        "每个独立的对象ID不互斥，会导致ID重复，请自行保证单例！",
                        "of createSnowflake, which is deprecated for it: ids of several objects repeat, so see to it that there is one"),
                documented(UNSTOPPED, END, "41位的长度可以使用69年", "41 bits last for 69 years"),
                documented(ORDER, END, "41位的长度可以使用69年", "41 bits last for 69 years"));
    }
}
