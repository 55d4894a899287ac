package io.distid.bench.peer;

import static io.distid.bench.subject.Promise.END;
import static io.distid.bench.subject.Promise.TWO_NODES;
import static io.distid.bench.subject.Promise.documented;

import cn.hutool.core.lang.Snowflake;
import io.distid.IdTraits;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Library;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Promise.Weakness;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** Hutool. Stateless. */
public final class HutoolPeer implements Subjects {
    @Override
    public List<Subject> rows() {
        String name = "hutool snowflake";
        IdTraits claims =
                PeerClaims.snowflake(name, Peers.SNOWFLAKE_CAP, Peers.TWITTER_EPOCH, Peers.SNOWFLAKE_TIME_BITS);
        return List.of(Peers.sinceEpoch(
                name,
                Library.of("hutool-core"),
                "cn.hutool.core.lang.Snowflake",
                "workerId=node dataCenterId=1",
                Layout.told(32, Peers.SNOWFLAKE_TIME_BITS),
                (node, epoch) -> {
                    Snowflake ids =
                            epoch == null ? new Snowflake(node, 1) : new Snowflake(new Date(epoch), node, 1, false);
                    return new PeerLongGenerator(ids::nextId, claims);
                },
                (high, id) -> (id >>> Peers.NODE_AND_SEQUENCE_BITS) + Peers.TWITTER_EPOCH));
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
                        Weakness.REPEATS,
                        TWO_NODES,
                        "每个独立的对象ID不互斥，会导致ID重复，请自行保证单例！",
                        "of createSnowflake, which is deprecated for it: ids of several objects repeat, so see to it that there is one"),
                documented(Weakness.UNSTOPPED, END, "41位的长度可以使用69年", "41 bits last for 69 years"),
                documented(Weakness.ORDER, END, "41位的长度可以使用69年", "41 bits last for 69 years"));
    }
}
