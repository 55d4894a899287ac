package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import io.distid.bench.entity.EntityKind;
import io.distid.bench.entity.EntityRows;
import io.distid.bench.results.Origin;
import io.distid.testservers.Database;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Ways to make an entity's id as subjects: each call inserts rows and returns their numbers. */
final class Entities {
    private static final String STRATEGY = "strategy.";
    private static final String HIBERNATE = "hibernate.";

    /** Ways that PostgreSQL may make another choice of than MySQL: it has sequences, and a type of UUIDs. */
    private static final Set<EntityKind> ON_POSTGRESQL = EnumSet.of(
            EntityKind.SNOWFLAKE,
            EntityKind.UUID_V7,
            EntityKind.POSTGRESQL_SEQUENCE,
            EntityKind.SEQUENCE,
            EntityKind.IDENTITY);

    private Entities() {}

    static List<Subject> all() {
        return Stream.concat(
                        Arrays.stream(EntityKind.values())
                                .filter(kind -> kind != EntityKind.POSTGRESQL_SEQUENCE)
                                .map(kind -> of(kind, ServerKind.MYSQL, kind.subject())),
                        ON_POSTGRESQL.stream().map(kind -> of(kind, ServerKind.POSTGRESQL, kind.subject() + " on PG")))
                .toList();
    }

    private static Subject of(EntityKind kind, ServerKind server, String name) {
        Subject row = switch (kind) {
            case SNOWFLAKE -> new SnowflakeSubjects().rows().get(0);
            case LEAF -> new LeafSubjects().rows().get(0);
            case UUID_V7 -> new StrategyRows("uuid-v7").plain();
            case POSTGRESQL_SEQUENCE ->
                new StrategyRows("postgresql-sequence")
                        .row("batch of 50", Map.of("batch", "50", "sequence", "entity_ids"));
            default -> null;
        };
        return row == null ? peer(kind, server, name) : ours(kind, server, name, row);
    }

    private static Origin origin(EntityKind kind) {
        return switch (kind) {
            case SEQUENCE -> hibernate("id.enhanced.SequenceStyleGenerator", "allocationSize=50");
            case IDENTITY -> hibernate("id.IdentityGenerator", "");
            case UUID_GENERATOR -> hibernate("annotations.UuidGenerator", "style=VERSION_7");
            default ->
                new Origin(
                        Library.of("hypersistence-utils-hibernate-71"), "io.hypersistence.utils.hibernate.id.Tsid", "");
        };
    }

    private static Origin hibernate(String type, String options) {
        return new Origin(Library.of("hibernate-core"), "org.hibernate." + type, options);
    }

    private static Subject ours(EntityKind kind, ServerKind server, String name, Subject row) {
        String strategy = row.origin().strategy();
        return new Subject(
                name,
                new Origin(null, "@DistId", (strategy + " " + row.origin().options()).strip()),
                server,
                (node, servers) -> {
                    Map<String, String> settings = database(server, servers);
                    row.settings().of(node, servers).forEach((key, value) -> settings.put(STRATEGY + key, value));
                    return settings;
                },
                settings -> {
                    IdGenerator generator = row.opening().open(below(STRATEGY, settings, ""));
                    NamedGenerators named = NamedGenerators.of(Map.of(strategy, generator));
                    return new EntityRows(kind, below(HIBERNATE, settings, HIBERNATE), named, generator::close);
                });
    }

    private static Subject peer(EntityKind kind, ServerKind server, String name) {
        return new Subject(
                name,
                origin(kind),
                server,
                (node, servers) -> database(server, servers),
                settings -> new EntityRows(
                        kind, below(HIBERNATE, settings, HIBERNATE), NamedGenerators.of(Map.of()), () -> {}));
    }

    private static Map<String, String> database(ServerKind server, Servers servers) {
        Database database = servers.database(server);
        Map<String, String> settings = new TreeMap<>();
        settings.put(HIBERNATE + "connection.username", database.user());
        settings.put(HIBERNATE + "connection.password", database.password());
        if (server == ServerKind.POSTGRESQL) {
            String option = (database.url().contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
            settings.put(HIBERNATE + "connection.url", database.url() + option);
            settings.put(HIBERNATE + "dialect", "org.hibernate.dialect.PostgreSQLDialect");
        } else {
            // Only MariaDB has sequences.
            String dialect = servers.describe(server).contains("MariaDB") ? "MariaDBDialect" : "MySQLDialect";
            settings.put(HIBERNATE + "connection.url", database.url() + "&rewriteBatchedStatements=true");
            settings.put(HIBERNATE + "dialect", "org.hibernate.dialect." + dialect);
            // Both kinds of UUIDs are bytes, in MariaDB, too.
            settings.put(HIBERNATE + "type.preferred_uuid_jdbc_type", "BINARY");
        }
        return settings;
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
