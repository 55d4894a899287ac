package io.distid.bench.subject;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.snowflake.SnowflakePreset;
import io.distid.sonyflake.SonyflakeFormat;
import io.distid.spi.IdGeneratorProvider;
import io.distid.testkit.server.Database;
import io.distid.uuid.Uuids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * How each strategy is set up for a comparison.
 *
 * <p>Whatever the SPI finds is measured. A strategy that is not named here is opened with its defaults on each node.
 */
public final class Catalogue {
    private static final List<Subject> KNOWN = List.of(
            Subject.strategy("snowflake", null, (node, servers) -> fixedWorker(node), Catalogue::snowflakeTime),
            Subject.strategy("sonyflake", null, (node, servers) -> fixedWorker(node), Catalogue::sonyflakeTime),
            uuid("uuid-v1"),
            uuid("uuid-v6"),
            uuid("uuid-v7"),
            Subject.strategy("mysql-auto-increment", ServerKind.MYSQL, (node, servers) -> mySql(servers, ""), null),
            Subject.strategy("mysql-replace-into", ServerKind.MYSQL, (node, servers) -> mySql(servers, ""), null),
            Subject.strategy("leaf-segment", ServerKind.MYSQL, (node, servers) -> leaf(servers), null),
            Subject.strategy("redis-incr", ServerKind.REDIS, (node, servers) -> redis(servers), null));

    private Catalogue() {}

    /**
     * What a fork was told to measure.
     *
     * @param name of a row
     * @return the subject
     * @throws ConfigException if there is none of that name
     */
    public static Subject subject(String name) {
        return named(List.of(name)).get(0);
    }

    /**
     * All strategies on the class path.
     *
     * @return sorted by name, those that need no server first
     */
    public static List<Subject> all() {
        List<Subject> inProcess = new ArrayList<>();
        List<Subject> networked = new ArrayList<>();
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            Subject subject = of(provider.name());
            (subject.server() == null ? inProcess : networked).add(subject);
        }
        inProcess.addAll(networked);
        return inProcess;
    }

    /**
     * Some strategies.
     *
     * @param names which
     * @return in the order of {@link #all()}
     * @throws ConfigException if one is not on the class path; the message lists those that are
     */
    public static List<Subject> named(List<String> names) {
        List<Subject> all = all();
        List<String> known = all.stream().map(Subject::name).sorted().toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new ConfigException(
                        "unknown strategy \"" + name + "\": on the class path are " + String.join(", ", known));
            }
        }
        return all.stream().filter(subject -> names.contains(subject.name())).toList();
    }

    private static Subject uuid(String name) {
        return Subject.strategy(
                name,
                null,
                (node, servers) -> Map.of(),
                (high, low) -> Uuids.time(new UUID(high, low)).toEpochMilli());
    }

    private static long snowflakeTime(long high, long id) {
        return SnowflakePreset.DISTID.layout().decode(id).time().toEpochMilli();
    }

    private static long sonyflakeTime(long high, long id) {
        return SonyflakeFormat.DEFAULT.toInstant(id).toEpochMilli();
    }

    private static Map<String, String> fixedWorker(int node) {
        return Map.of("worker", "fixed", "worker.id", String.valueOf(node));
    }

    private static Map<String, String> mySql(Servers servers, String prefix) {
        Database database = servers.mySql();
        return Map.of(
                prefix + "url", database.url(),
                prefix + "user", database.user(),
                prefix + "password", database.password(),
                prefix + "create-table", "true");
    }

    private static Map<String, String> leaf(Servers servers) {
        Map<String, String> settings = new TreeMap<>(mySql(servers, "store."));
        settings.remove("store.create-table");
        settings.put("store", "mysql");
        settings.put("tag", LeafTable.create(servers.mySql()));
        return settings;
    }

    private static Map<String, String> redis(Servers servers) {
        return Map.of("url", servers.redisUrl(), "key", servers.runName(), "create", "true");
    }

    private static Subject of(String name) {
        return KNOWN.stream()
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .orElseGet(() -> Subject.strategy(name, null, (node, servers) -> Map.of(), null));
    }
}
