package io.distid.bench.peer;

import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import io.distid.bench.subject.NodeNumbers;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects;
import io.distid.coordination.LockStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import redis.clients.jedis.RedisClient;

/**
 * The cost of ids and locks for a bare client: the same command, script or statement, sent by the driver alone. Bars
 * compare distid's cost with it. Stateless.
 */
public final class BareClients implements Subjects {
    private static final String TAG = "bare";
    private static final String[] CREATE = {"create", "true"};
    private static final String[] CREATE_TAG = {"create", "true", "tag", TAG};
    /** An attempt of the same length as distid's. */
    private static final String ATTEMPT = "0123456789abcdef0123456789abcdef01234567";
    /** Extends 16 digits to the length of SHA-256. */
    private static final String HASH_REST = "0".repeat(48);

    private static final String NO_REQUEST = "-";
    private static final String KEPT_MILLIS = "604800000";

    @Override
    public List<Subject> ofBars() {
        return List.of(
                new Subject(
                        "jedis INCR",
                        new Origin("Jedis", "jedis INCR", ""),
                        ServerKind.REDIS,
                        (node, servers) -> Map.of("url", servers.redisUrl(), "key", servers.runName() + "-bare"),
                        BareClients::incr),
                jdbc(
                        "jdbc nextval",
                        ServerKind.POSTGRESQL,
                        "postgresql-sequence",
                        "SELECT nextval('distid_sequence')",
                        CREATE),
                jdbc(
                        "jdbc auto-increment",
                        ServerKind.MYSQL,
                        "mysql-auto-increment",
                        "INSERT INTO distid_auto_increment () VALUES ()",
                        CREATE),
                jdbc(
                        "jdbc replace-into",
                        ServerKind.MYSQL,
                        "mysql-replace-into",
                        "REPLACE INTO distid_tickets (name) VALUES ('" + TAG + "')",
                        CREATE_TAG),
                jdbc(
                        "jdbc update",
                        ServerKind.MYSQL,
                        "mysql-update",
                        "UPDATE distid_counters SET value = LAST_INSERT_ID(value + 1) WHERE name = '" + TAG
                                + "' AND value BETWEEN 0 AND " + (Long.MAX_VALUE - 1),
                        CREATE_TAG));
    }

    /** Beside our tokens on Redis. */
    @Override
    public List<Subject> tokens() {
        String name = "jedis token script";
        return List.of(new Subject(
                name,
                new Origin("Jedis", name, ""),
                ServerKind.REDIS,
                (node, servers) -> Map.of(
                        "url",
                        servers.redisUrl(),
                        "key",
                        servers.runName() + "-bare",
                        NodeNumbers.NODE,
                        String.valueOf(node)),
                settings -> tokenScript(name, settings)));
    }

    /** Uses the tables of the strategy, which creates them. */
    private static Subject jdbc(String name, ServerKind server, String strategy, String statement, String... settings) {
        return new Subject(
                name,
                new Origin("JDBC", name, statement),
                server,
                (node, servers) -> Subject.with(servers.sql(server, ""), settings),
                all -> {
                    IdGenerators.open(strategy, all).close();
                    BareStatement bare = new BareStatement(statement, all);
                    return counting(name, bare::draw, bare);
                });
    }

    private static LongIdGenerator incr(Map<String, String> settings) {
        RedisClient client = RedisClient.create(settings.get("url"));
        String key = settings.get("key");
        return counting("jedis INCR", () -> client.incr(key), client);
    }

    /** The script that consumes a token, with the arguments that our own client sends; each token is another. */
    private static LongIdGenerator tokenScript(String name, Map<String, String> settings) {
        RedisClient client = RedisClient.create(settings.get("url"));
        String consume = client.scriptLoad(
                scripts("record.lua", "clock.lua", "primary.lua", "token.lua", "token-consume.lua"), null);
        String prefix = settings.get("key") + "-token-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
        NodeNumbers numbers = new NodeNumbers(settings);
        IdTraits traits = IdTraits.builder(name).ordering(Ordering.NONE).build();
        return new PeerLongGenerator(
                () -> {
                    long number = numbers.next();
                    Object answer = client.evalsha(
                            consume,
                            List.of(prefix + ":{" + HexFormat.of().toHexDigits(number) + HASH_REST + "}"),
                            List.of(ATTEMPT, NO_REQUEST, "1", KEPT_MILLIS));
                    if (!answer.equals("accepted")) {
                        throw new IllegalStateException("a token that nobody used was " + answer);
                    }
                    return number;
                },
                traits,
                client);
    }

    private static String scripts(String... names) {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            try (InputStream in = LockStore.class.getResourceAsStream("/io/distid/redis/" + name)) {
                all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all.toString();
    }

    /** Claims what the server does: a number above all before it. */
    private static LongIdGenerator counting(String name, LongSupplier call, AutoCloseable client) {
        IdTraits traits = IdTraits.builder(name).ordering(Ordering.GLOBAL).build();
        return new PeerLongGenerator(call, traits, client);
    }
}
