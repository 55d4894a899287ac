package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import io.distid.bench.entity.EntityKind;
import io.distid.bench.entity.EntityRows;
import io.distid.bench.results.Origin;
import io.distid.testservers.Database;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Ways to make an entity's id as subjects: each call inserts rows and returns their numbers. */
final class Entities {
    private static final String STRATEGY = "strategy.";
    private static final String HIBERNATE = "hibernate.";

    private Entities() {}

    static List<Subject> all() {
        return Arrays.stream(EntityKind.values())
                .map(kind -> switch (kind) {
                    case SNOWFLAKE -> ours(kind, new SnowflakeSubjects().rows().get(0));
                    case LEAF -> ours(kind, new LeafSubjects().rows().get(0));
                    case UUID_V7 -> ours(kind, new StrategyRows("uuid-v7").plain());
                    case SEQUENCE ->
                        peer(
                                kind,
                                "hibernate-core",
                                "org.hibernate.id.enhanced.SequenceStyleGenerator",
                                "allocationSize=50");
                    case IDENTITY -> peer(kind, "hibernate-core", "org.hibernate.id.IdentityGenerator", "");
                    case UUID_GENERATOR ->
                        peer(kind, "hibernate-core", "org.hibernate.annotations.UuidGenerator", "style=VERSION_7");
                    case TSID ->
                        peer(kind, "hypersistence-utils-hibernate-71", "io.hypersistence.utils.hibernate.id.Tsid", "");
                })
                .toList();
    }

    private static Subject ours(EntityKind kind, Subject strategy) {
        return new Subject(
                kind.subject(),
                new Origin(null, "@DistId", strategy.name()),
                ServerKind.MYSQL,
                (node, servers) -> {
                    Map<String, String> settings = database(servers);
                    strategy.settings().of(node, servers).forEach((key, value) -> settings.put(STRATEGY + key, value));
                    return settings;
                },
                settings -> {
                    IdGenerator generator = IdGenerators.open(strategy.name(), below(STRATEGY, settings, ""));
                    NamedGenerators named = NamedGenerators.of(Map.of(strategy.name(), generator));
                    return EntityRows.open(kind, below(HIBERNATE, settings, HIBERNATE), named, generator::close);
                },
                null);
    }

    private static Subject peer(EntityKind kind, String library, String type, String options) {
        return new Subject(
                kind.subject(),
                new Origin(Library.of(library), type, options),
                ServerKind.MYSQL,
                (node, servers) -> database(servers),
                settings -> EntityRows.open(
                        kind, below(HIBERNATE, settings, HIBERNATE), NamedGenerators.of(Map.of()), () -> {}),
                null);
    }

    private static Map<String, String> database(Servers servers) {
        Database database = servers.mySql();
        boolean mariaDb = servers.describe(ServerKind.MYSQL).contains("MariaDB");
        return new TreeMap<>(Map.of(
                HIBERNATE + "connection.url",
                database.url() + "&rewriteBatchedStatements=true",
                HIBERNATE + "connection.username",
                database.user(),
                HIBERNATE + "connection.password",
                database.password(),
                // Only MariaDB has sequences.
                HIBERNATE + "dialect",
                "org.hibernate.dialect." + (mariaDb ? "MariaDBDialect" : "MySQLDialect")));
    }

    /** The settings below a prefix, under another. */
    private static Map<String, String> below(String prefix, Map<String, String> settings, String instead) {
        Map<String, String> below = new TreeMap<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                below.put(instead + key.substring(prefix.length()), value);
            }
        });
        return below;
    }
}
