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
        return switch (kind) {
            case SNOWFLAKE ->
                ours(kind, server, name, new SnowflakeSubjects().rows().get(0));
            case LEAF -> ours(kind, server, name, new LeafSubjects().rows().get(0));
            case UUID_V7 -> ours(kind, server, name, new StrategyRows("uuid-v7").plain());
            case POSTGRESQL_SEQUENCE ->
                ours(
                        kind,
                        server,
                        name,
                        new StrategyRows("postgresql-sequence").row("batch of 50", Map.of("batch", "50")));
            case SEQUENCE ->
                peer(
                        kind,
                        server,
                        name,
                        "hibernate-core",
                        "org.hibernate.id.enhanced.SequenceStyleGenerator",
                        "allocationSize=50");
            case IDENTITY -> peer(kind, server, name, "hibernate-core", "org.hibernate.id.IdentityGenerator", "");
            case UUID_GENERATOR ->
                peer(
                        kind,
                        server,
                        name,
                        "hibernate-core",
                        "org.hibernate.annotations.UuidGenerator",
                        "style=VERSION_7");
            case TSID ->
                peer(
                        kind,
                        server,
                        name,
                        "hypersistence-utils-hibernate-71",
                        "io.hypersistence.utils.hibernate.id.Tsid",
                        "");
        };
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
                    return EntityRows.open(kind, below(HIBERNATE, settings, HIBERNATE), named, generator::close);
                },
                null);
    }

    private static Subject peer(
            EntityKind kind, ServerKind server, String name, String library, String type, String options) {
        return new Subject(
                name,
                new Origin(Library.of(library), type, options),
                server,
                (node, servers) -> database(server, servers),
                settings -> EntityRows.open(
                        kind, below(HIBERNATE, settings, HIBERNATE), NamedGenerators.of(Map.of()), () -> {}),
                null);
    }

    private static Map<String, String> database(ServerKind server, Servers servers) {
        Database database = servers.database(server);
        Map<String, String> settings = new TreeMap<>(Map.of(
                HIBERNATE + "connection.username",
                database.user(),
                HIBERNATE + "connection.password",
                database.password()));
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
