package io.distid.bench.subject;

import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakePreset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Strategies with options that change what a team would choose. Those that only move a bound have no row. */
final class StrategyOptionSets {
    private static final SnowflakeLayout BELOW_CAP = SnowflakeLayout.of(
            SnowflakePreset.DISTID.layout().epoch(),
            SnowflakePreset.DISTID.layout().tick(),
            41,
            0,
            2,
            20);

    private static final int FIRST_PORT = 8000;

    private StrategyOptionSets() {}

    /** Each beneath the strategy that it is of. */
    static List<Subject> all() {
        return List.of(
                // Beside peers that run ahead of the clock: how fast, if that is allowed. A bound that is reached gives
                // the cap.
                snowflake("snowflake max-lead=1d", Map.of("max-lead", "1d")),
                // What reading the clock for each id costs.
                snowflake("snowflake lead=1d coarse", Map.of("max-lead", "1d", "clock", "coarse")),
                // Safe without an assumption about clocks, and what the lease costs.
                leased("mysql", ServerKind.MYSQL),
                leased("etcd", ServerKind.ETCD),
                // Ids that JavaScript keeps exact: 64 workers, 64 ids a ms.
                otherLayout(
                        "snowflake javascript",
                        Map.of("preset", "javascript"),
                        "snowflake-javascript",
                        SnowflakePreset.JAVASCRIPT.layout()),
                // What outsiders see where nobody may read how many ids there are, or when one was made.
                shown(
                        StrategySettings.SNOWFLAKE,
                        "snowflake text=opaque",
                        Map.of("text", "opaque"),
                        Map.of("text-key", "00112233445566778899aabbccddeeff"),
                        null),
                shown(
                        StrategySettings.UUID_V7,
                        "uuid-v7 text=typeid",
                        Map.of("text", "typeid", "text-prefix", "order"),
                        Map.of(),
                        StrategySettings.UUID_V7.time()),
                uuidV7("uuid-v7 clock=coarse", Map.of("clock", "coarse")),
                // Order within a thread is what some peers have, and all that some teams need.
                uuidV7("uuid-v7 order=thread", Map.of("order", "thread")),
                // Random bits that can be predicted, as those of the fastest peers can.
                uuidV7("uuid-v7 thread fast", Map.of("order", "thread", "source", "fast")),
                leaf("leaf-segment order=thread", Map.of("order", "thread")),
                // Where etcd is what a team has; a claim is a write to it, however many ids it is for.
                onEtcd(),
                // What it costs that a failover to the replica loses no id.
                replicated());
    }

    /** The other sources of worker ids that keep a bound: their speed is that of the one that is a row, what they survive is their own. */
    static List<Subject> ofFaults() {
        Subject plain = StrategySettings.SNOWFLAKE;
        return List.of(
                plain.with(
                        "snowflake worker=file",
                        Map.of("worker", "file", "worker.file-create", "true"),
                        plain.settings(),
                        plain.time()),
                leased("mysql-register", ServerKind.MYSQL),
                leased("redis", ServerKind.REDIS),
                leased("redis-set", ServerKind.REDIS),
                leased("zookeeper", ServerKind.ZOOKEEPER),
                ofLeafFleet());
    }

    /** Those that bars are about and no team has to choose between. */
    static List<Subject> ofBars() {
        return List.of(
                // So many sequence bits that the cap is out of reach: what an id costs where nobody waits.
                otherLayout(
                        "snowflake sequence-bits=20",
                        Map.of("datacenter-bits", "0", "worker-bits", "2", "sequence-bits", "20"),
                        "snowflake-below-cap",
                        BELOW_CAP),
                StrategySettings.SONYFLAKE.with(
                        "sonyflake max-lead=365d",
                        Map.of("max-lead", "365d"),
                        StrategySettings.SONYFLAKE.settings(),
                        StrategySettings.SONYFLAKE.time()),
                // What a row costs that stays, as it does with the bare statement.
                StrategySettings.MYSQL_AUTO_INCREMENT.with(
                        "mysql-auto-inc clean=false",
                        Map.of("clean", "false"),
                        StrategySettings.MYSQL_AUTO_INCREMENT.settings(),
                        null),
                uuidV7("uuid-v7 thread coarse", Map.of("order", "thread", "clock", "coarse")),
                StrategySettings.LEAF_SEGMENT.with(
                        "leaf-segment step=100000",
                        Map.of("max-step", "100000"),
                        (node, servers) -> StrategySettings.leaf(servers, "bench-100000", 100_000),
                        null));
    }

    private static Subject leaf(String name, Map<String, String> options) {
        Subject plain = StrategySettings.LEAF_SEGMENT;
        return plain.with(name, options, plain.settings(), null);
    }

    private static Subject snowflake(String name, Map<String, String> options) {
        Subject plain = StrategySettings.SNOWFLAKE;
        return plain.with(name, options, plain.settings(), plain.time());
    }

    /** In a namespace of its own, since some stages have several rows open side by side, and one namespace of a process has one layout. */
    private static Subject otherLayout(
            String name, Map<String, String> options, String namespace, SnowflakeLayout layout) {
        Subject.Settings plain = StrategySettings.SNOWFLAKE.settings();
        return StrategySettings.SNOWFLAKE.with(
                name,
                options,
                (node, servers) -> {
                    Map<String, String> settings = new HashMap<>(plain.of(node, servers));
                    settings.put("namespace", namespace);
                    return settings;
                },
                (high, id) -> layout.decode(id).time().toEpochMilli());
    }

    private static Subject uuidV7(String name, Map<String, String> options) {
        Subject plain = StrategySettings.UUID_V7;
        return plain.with(name, options, plain.settings(), plain.time());
    }

    /** @param secret settings that no report shows */
    private static Subject shown(
            Subject plain,
            String name,
            Map<String, String> options,
            Map<String, String> secret,
            @Nullable IdTime time) {
        Subject.Settings settings = (node, servers) -> {
            Map<String, String> all = new HashMap<>(plain.settings().of(node, servers));
            all.putAll(secret);
            return all;
        };
        Subject.Opening opening = given -> new ShownIds(plain.opening().open(given));
        Subject subject = plain.with(name, options, settings, time);
        return new Subject(name, subject.origin(), subject.server(), subject.settings(), opening, time);
    }

    private static Subject replicated() {
        Subject replicated = StrategySettings.REDIS_INCR.with(
                "redis-incr replicas=1",
                Map.of("replicas", "1"),
                (node, servers) -> StrategySettings.redis(Map.of("url", servers.replicatedRedisUrl()), servers),
                null);
        return on(ServerKind.REDIS_WITH_REPLICA, replicated);
    }

    private static Subject on(ServerKind server, Subject subject) {
        return new Subject(
                subject.name(), subject.origin(), server, subject.settings(), subject.opening(), subject.time());
    }

    private static Subject leased(String worker, ServerKind server) {
        Subject plain = StrategySettings.SNOWFLAKE;
        Subject leased = plain.with(
                "snowflake worker=" + worker,
                Map.of("worker", worker),
                (node, servers) -> WorkerSettings.of(worker, servers),
                plain.time());
        return on(server, leased);
    }

    /** Numbers of a Leaf fleet belong to addresses: each node has its own. */
    private static Subject ofLeafFleet() {
        Subject plain = StrategySettings.SNOWFLAKE;
        Subject leased = plain.with(
                "snowflake worker=zookeeper-leaf",
                Map.of("worker", "zookeeper-leaf"),
                (node, servers) -> {
                    Map<String, String> settings = new HashMap<>(WorkerSettings.of("zookeeper-leaf", servers));
                    settings.put("worker.address", "127.0.0.1");
                    settings.put("worker.port", Integer.toString(FIRST_PORT + node));
                    return settings;
                },
                plain.time());
        return on(ServerKind.ZOOKEEPER, leased);
    }

    private static Subject onEtcd() {
        Subject stored = StrategySettings.LEAF_SEGMENT.with(
                "leaf-segment store=etcd",
                Map.of("store", "etcd"),
                (node, servers) -> StrategySettings.leafOnEtcd(servers),
                null);
        return on(ServerKind.ETCD, stored);
    }
}
