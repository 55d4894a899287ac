package io.distid.bench.subject;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.core.SnowWorkerM1;
import io.distid.IdTraits;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.agrona.concurrent.SnowflakeIdGenerator;

/** Peers of 63-bit ids, each as its README recommends. */
final class LongPeers {
    static final int NODE_AND_SEQUENCE_BITS = 22;
    static final int SNOWFLAKE_TIME_BITS = 41;
    static final long SNOWFLAKE_CAP = 4_096_000;
    private static final long TWITTER_EPOCH = 1_288_834_974_657L;

    private LongPeers() {}

    static List<Subject> all() {
        return List.of(
                tsidCreator(),
                CosIdPeers.snowflake(),
                hutool(),
                myBatisPlus(),
                agrona(),
                yitter(),
                CosIdPeers.segments());
    }

    private static Subject tsidCreator() {
        String name = "tsid-creator";
        IdTraits claims = PeerClaims.snowflake(
                name, SNOWFLAKE_CAP, Tsid.TSID_EPOCH, SNOWFLAKE_TIME_BITS, "runs ahead of the clock without a bound");
        return Peers.sinceEpoch(
                name,
                Library.of("tsid-creator"),
                "com.github.f4b6a3.tsid.TsidFactory",
                "newInstance1024(node)",
                new PeerLayout(1024, SNOWFLAKE_TIME_BITS),
                (node, epoch) -> {
                    TsidFactory factory = epoch == null
                            ? PeerFactories.tsidCreator(node)
                            : PeerFactories.tsidCreator(node, Instant.ofEpochMilli(epoch));
                    return new PeerLongGenerator(() -> factory.create().toLong(), claims);
                },
                (high, id) -> Tsid.from(id).getUnixMilliseconds());
    }

    private static Subject hutool() {
        String name = "hutool snowflake";
        IdTraits claims = PeerClaims.snowflake(name, SNOWFLAKE_CAP, TWITTER_EPOCH, SNOWFLAKE_TIME_BITS);
        return Peers.sinceEpoch(
                name,
                Library.of("hutool-core"),
                "cn.hutool.core.lang.Snowflake",
                "workerId=node dataCenterId=1",
                new PeerLayout(32, SNOWFLAKE_TIME_BITS),
                (node, epoch) -> {
                    Snowflake ids =
                            epoch == null ? new Snowflake(node, 1) : new Snowflake(new Date(epoch), node, 1, false);
                    return new PeerLongGenerator(ids::nextId, claims);
                },
                (high, id) -> (id >>> NODE_AND_SEQUENCE_BITS) + TWITTER_EPOCH);
    }

    private static Subject myBatisPlus() {
        String name = "mybatis-plus";
        IdTraits claims = PeerClaims.snowflake(
                name, 4_095_000, TWITTER_EPOCH, SNOWFLAKE_TIME_BITS, "each ms begins at sequence 1 or 2");
        return Peers.inProcess(
                        name,
                        Library.of("mybatis-plus-core"),
                        "com.baomidou.mybatisplus.core.toolkit.Sequence",
                        "workerId=node datacenterId=1",
                        node -> {
                            Sequence ids = new Sequence(node, 1);
                            return new PeerLongGenerator(ids::nextId, claims);
                        },
                        (high, id) -> Sequence.parseIdTimestamp(id))
                .with(new PeerLayout(32, 0));
    }

    private static Subject agrona() {
        String name = "agrona snowflake";
        IdTraits claims = PeerClaims.snowflake(name, SNOWFLAKE_CAP, 0, SNOWFLAKE_TIME_BITS);
        return Peers.inProcess(
                        name,
                        Library.of("agrona"),
                        "org.agrona.concurrent.SnowflakeIdGenerator",
                        "nodeId=node",
                        node -> {
                            SnowflakeIdGenerator ids = new SnowflakeIdGenerator(node);
                            return new PeerLongGenerator(ids::nextId, claims);
                        },
                        (high, id) -> id >>> NODE_AND_SEQUENCE_BITS)
                .with(new PeerLayout(1024, 0));
    }

    /**
     * Its README has the default of 6 bits for up to 50,000 ids a second, and 12 for up to 5,000,000, which are asked for here. Its
     * generators keep their worker in a static field, so that all of a process are the last one made: a node is a worker itself.
     */
    private static Subject yitter() {
        String name = "yitter";
        int sequenceBits = 12;
        IdGeneratorOptions defaults = new IdGeneratorOptions();
        int shift = defaults.WorkerIdBitLength + sequenceBits;
        long perMilli = (1L << sequenceBits) - defaults.MinSeqNumber;
        IdTraits claims = PeerClaims.snowflake(
                name,
                perMilli * 1000,
                defaults.BaseTime,
                63 - shift,
                "runs ahead of the clock by up to " + defaults.TopOverCostCount
                        + " ms, then waits until the clock has caught up",
                "one lock for all generators of a process");
        return Peers.inProcess(
                        name,
                        Library.of("yitter-idgenerator"),
                        "com.github.yitter.core.SnowWorkerM1",
                        "WorkerId=node SeqBitLength=" + sequenceBits,
                        node -> {
                            IdGeneratorOptions given = new IdGeneratorOptions((short) node);
                            given.SeqBitLength = (byte) sequenceBits;
                            SnowWorkerM1 ids = new SnowWorkerM1(given);
                            return new PeerLongGenerator(ids::nextId, claims);
                        },
                        (high, id) -> (id >>> shift) + defaults.BaseTime)
                .with(new PeerLayout(1 << defaults.WorkerIdBitLength, 0));
    }
}
