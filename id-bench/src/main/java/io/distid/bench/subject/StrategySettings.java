package io.distid.bench.subject;

import io.distid.IdGenerators;
import io.distid.snowflake.SnowflakePreset;
import io.distid.sonyflake.SonyflakeFormat;
import io.distid.spi.IdGeneratorProvider;
import io.distid.uuid.Ulids;
import io.distid.uuid.Uuids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** How each strategy is set up. One that is not named here is opened with its defaults on each node. */
final class StrategySettings {
    /**
     * How far a clock may be ahead of the store's: the first lease of a new namespace begins so much and a reservation later, so little
     * of it makes a new namespace ready within 4 s.
     */
    static final String MAX_AHEAD = "1s";

    private static final String LEAF_TAG = "bench";
    /** The step of Leaf's own example. */
    private static final int LEAF_STEP = 2000;

    static final Subject SNOWFLAKE = Subject.strategy(
            "snowflake",
            null,
            (node, servers) -> fixedWorker(node),
            (high, id) -> SnowflakePreset.DISTID.layout().decode(id).time().toEpochMilli());
    static final Subject SONYFLAKE = Subject.strategy(
            "sonyflake",
            null,
            (node, servers) -> fixedWorker(node),
            (high, id) -> SonyflakeFormat.DEFAULT.toInstant(id).toEpochMilli());
    static final Subject UUID_V4 = Subject.strategy("uuid-v4", null, (node, servers) -> Map.of(), null);
    static final Subject UUID_V7 = uuid("uuid-v7");
    static final Subject LEAF_SEGMENT = Subject.strategy(
            "leaf-segment", ServerKind.MYSQL, (node, servers) -> leaf(servers, LEAF_TAG, LEAF_STEP), null);

    static final Subject MYSQL_AUTO_INCREMENT =
            Subject.strategy("mysql-auto-increment", ServerKind.MYSQL, (node, servers) -> tickets(servers), null);
    static final Subject REDIS_INCR = Subject.strategy(
            "redis-incr", ServerKind.REDIS, (node, servers) -> redis(servers.redis(""), servers), null);

    private static final List<Subject> KNOWN = List.of(
            SNOWFLAKE,
            SONYFLAKE,
            Subject.strategy(
                    "ulid",
                    null,
                    (node, servers) -> Map.of(),
                    (high, low) -> Ulids.time(new UUID(high, low)).toEpochMilli()),
            uuid("uuid-v1"),
            UUID_V4,
            uuid("uuid-v6"),
            UUID_V7,
            MYSQL_AUTO_INCREMENT,
            Subject.strategy("mysql-replace-into", ServerKind.MYSQL, (node, servers) -> tickets(servers), null),
            Subject.strategy("mysql-update", ServerKind.MYSQL, (node, servers) -> tickets(servers), null),
            LEAF_SEGMENT,
            REDIS_INCR);

    private StrategySettings() {}

    /** Whatever the SPI finds, in the order of names. */
    static List<Subject> all() {
        List<Subject> all = new ArrayList<>();
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            String name = provider.name();
            all.add(KNOWN.stream()
                    .filter(subject -> subject.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> Subject.strategy(name, null, (node, servers) -> Map.of(), null)));
        }
        return all;
    }

    static Map<String, String> fixedWorker(int node) {
        return Map.of("worker", "fixed", "worker.id", String.valueOf(node));
    }

    private static Subject uuid(String name) {
        return Subject.strategy(
                name,
                null,
                (node, servers) -> Map.of(),
                (high, low) -> Uuids.time(new UUID(high, low)).toEpochMilli());
    }

    private static Map<String, String> tickets(Servers servers) {
        Map<String, String> settings = new TreeMap<>(MySqlSettings.of(servers, ""));
        settings.put("create", "true");
        return settings;
    }

    /** With a tag of its own, whose step the table holds. */
    static Map<String, String> leaf(Servers servers, String tag, int step) {
        Map<String, String> settings = new TreeMap<>(MySqlSettings.of(servers, "store."));
        settings.put("store", "mysql");
        settings.put("tag", LeafAllocTable.create(servers.mySql(), tag, step));
        return settings;
    }

    /** With a tag of the run's own, and the step that the table of the other rows holds. */
    static Map<String, String> leafOnEtcd(Servers servers) {
        return Map.of(
                "store", "etcd",
                "store.endpoints", servers.etcd(),
                "store.create", "true",
                "store.step", Integer.toString(LEAF_STEP),
                "tag", servers.runName());
    }

    static Map<String, String> redis(Map<String, String> address, Servers servers) {
        Map<String, String> settings = new TreeMap<>(address);
        settings.put("key", servers.runName());
        settings.put("create", "true");
        return settings;
    }
}
