package io.distid.bench.latency;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.SqlServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Reads a server's own count of requests. It counts all clients, so no other client may use the server during a
 * measurement. For use by one thread.
 */
public final class ServerCounter implements AutoCloseable {
    /** MySQL counts pings apart. */
    private static final String OF_MYSQL =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_admin_commands')";
    /** Settings of a transaction do not count: they are sent together with the next statement. */
    private static final String OF_POSTGRESQL =
            "SELECT 'calls', sum(calls) FROM pg_stat_statements WHERE query NOT LIKE 'SELECT set_config(%'";
    /** The server's reads from connections. Its count of commands includes those that a script calls. */
    private static final String OF_REDIS = "total_reads_processed:";
    /** Packets, including heartbeats of sessions. */
    private static final String OF_ZOOKEEPER = "Received:";

    private static final String OF_ETCD = "grpc_server_started_total{";
    private static final int PATIENCE = (int) Duration.ofSeconds(30).toMillis();

    private final String server;
    private final Reading reading;
    private final AutoCloseable client;

    private ServerCounter(String server, Reading reading, AutoCloseable client) {
        this.server = server;
        this.reading = reading;
        this.client = client;
    }

    /** Asks a server for its count. */
    @FunctionalInterface
    private interface Reading {
        long read() throws IOException, SQLException;
    }

    /** Connects to a server of a run. Throws an {@link UncountedException} if it does not answer. */
    public static ServerCounter open(ServerKind kind, Servers servers) {
        return switch (kind) {
            case MYSQL -> sql(servers.sqlServer(kind), "SELECT 1", OF_MYSQL, 2);
            case POSTGRESQL ->
                sql(servers.sqlServer(kind), "CREATE EXTENSION IF NOT EXISTS pg_stat_statements", OF_POSTGRESQL, 1);
            case REDIS -> redis(servers.redisUrl());
            case REDIS_WITH_REPLICA -> redis(servers.replicatedRedisUrl());
            case ZOOKEEPER -> zooKeeper(servers.zooKeeper());
            case ETCD -> etcd(servers.etcd());
        };
    }

    private static ServerCounter sql(SqlServer server, String setup, String query, int counters) {
        try {
            Connection connection = server.connect();
            ServerCounter counter =
                    new ServerCounter("the server", () -> statements(connection, query, counters), connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute(setup);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            return counter;
        } catch (SQLException e) {
            throw unanswered("the server", e);
        }
    }

    private static long statements(Connection connection, String query, int counters) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            long sum = 0;
            int found = 0;
            for (; rows.next(); found++) {
                sum += rows.getLong(2);
            }
            if (found != counters) {
                throw new UncountedException(
                        "the server answered " + found + " of " + counters + " counters to: " + query, null);
            }
            return sum;
        }
    }

    private static ServerCounter redis(String url) {
        UnifiedJedis redis = RedisClient.create(url);
        return new ServerCounter("Redis", () -> sum(redis.info("stats"), OF_REDIS, "Redis before 6.0"), redis);
    }

    /** Sums the packets of all servers of an ensemble. */
    static ServerCounter zooKeeper(String connect) {
        List<URI> servers = Arrays.stream(connect.split("/", 2)[0].split(","))
                .map(server -> URI.create("zookeeper://" + server))
                .toList();
        return new ServerCounter("ZooKeeper at " + connect, () -> received(servers), () -> {});
    }

    private static long received(List<URI> servers) throws IOException {
        long sum = 0;
        for (URI server : servers) {
            try (Socket socket = new Socket()) {
                socket.setSoTimeout(PATIENCE);
                int port = server.getPort() < 0 ? 2181 : server.getPort();
                socket.connect(new InetSocketAddress(server.getHost(), port), PATIENCE);
                socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                sum += sum(answer, OF_ZOOKEEPER, "ZooKeeper without srvr in 4lw.commands.whitelist");
            }
        }
        return sum;
    }

    /** Sums the calls to all members of a cluster, by the gateway or by gRPC clients. */
    static ServerCounter etcd(String endpoints) {
        return new ServerCounter("etcd at " + endpoints, () -> started(endpoints.split(",")), () -> {});
    }

    private static long started(String... endpoints) throws IOException {
        long sum = 0;
        for (String endpoint : endpoints) {
            URLConnection connection = URI.create(endpoint + "/metrics").toURL().openConnection();
            connection.setConnectTimeout(PATIENCE);
            connection.setReadTimeout(PATIENCE);
            try (var body = connection.getInputStream()) {
                sum += sum(new String(body.readAllBytes(), StandardCharsets.UTF_8), OF_ETCD, "etcd at " + endpoint);
            }
        }
        return sum;
    }

    private static long sum(String answer, String prefix, String server) {
        return answer.lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> (long) Double.parseDouble(line.replaceFirst(".*[: ]", "")))
                .reduce(Long::sum)
                .orElseThrow(() -> new UncountedException(
                        server + " does not report how many requests it had: its answer lacks " + prefix, null));
    }

    /** Requests since the server was started. The reading itself counts, at the latest in the next reading. */
    public long requests() {
        try {
            return reading.read();
        } catch (IOException | SQLException | JedisException e) {
            throw unanswered(server, e);
        }
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (Exception e) {
            throw unanswered(server, e);
        }
    }

    private static UncountedException unanswered(String server, Exception e) {
        return new UncountedException(server + " did not report how many requests it had: " + e, e);
    }

    /** A server does not report its count of requests. Round trips are then not counted, but the subject does not fail. */
    static final class UncountedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UncountedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
