package io.distid.bench.subject;

import io.distid.testservers.Database;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.RealServer;
import io.distid.testservers.RedisCluster;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.testservers.SqlServer;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.process.ServerUnavailableException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The real servers of one run, each started when it is first needed and ended by {@link #close()}. Methods
 * throw {@link ServerUnavailableException} if the lab cannot start a server.
 *
 * <p>For use by one thread, except {@link #close()}, which an interrupted run calls from another.
 */
public final class Servers implements AutoCloseable {
    private final Map<ServerKind, RealServer> running = new ConcurrentSkipListMap<>();
    private final Map<ServerKind, Database> databases = new EnumMap<>(ServerKind.class);
    private final Map<ServerKind, ServerUnavailableException> refused = new EnumMap<>(ServerKind.class);
    private final String runName = "distid-bench-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
    private final @Nullable InetSocketAddress through;
    private final @Nullable RedisCluster cluster;
    private volatile @Nullable RedisServer replica;
    private volatile boolean closed;

    /** Starts no server yet. */
    public Servers() {
        this(null, null);
    }

    private Servers(@Nullable InetSocketAddress through, @Nullable RedisCluster cluster) {
        this.through = through;
        this.cluster = cluster;
    }

    /**
     * With a server that the caller has started and ends.
     *
     * @param through an address in place of its own, as a proxy's
     */
    public Servers(ServerKind kind, RealServer server, InetSocketAddress through) {
        this(through, null);
        running.put(kind, server);
    }

    /** With a Redis Cluster that the caller has started and ends, in place of the usual Redis. */
    public Servers(RedisCluster cluster) {
        this(null, cluster);
        running.put(ServerKind.REDIS, cluster.members().get(0));
    }

    /** Starts a server unless it runs. */
    public void start(ServerKind kind) {
        if (running.containsKey(kind)) {
            return;
        }
        ServerUnavailableException before = refused.get(kind);
        if (before != null) {
            throw new ServerUnavailableException(before.getMessage(), before);
        }
        try {
            RealServer server = switch (kind) {
                case MYSQL -> MySqlServer.start();
                case POSTGRESQL -> PostgreSqlServer.start();
                case REDIS -> RedisServer.start();
                case REDIS_WITH_REPLICA -> replicatedRedis();
                case ZOOKEEPER -> ZooKeeperServer.start();
                case ETCD -> EtcdServer.start();
            };
            running.put(kind, server);
            if (closed) {
                close();
                server.close();
                throw new IllegalStateException("the run was interrupted while " + kind + " was started");
            }
        } catch (ServerUnavailableException e) {
            refused.put(kind, e);
            throw e;
        }
    }

    /** Whether a server was started. */
    public boolean isRunning(ServerKind kind) {
        return running.containsKey(kind);
    }

    /** A database of this run's own. */
    public Database database(ServerKind kind) {
        SqlServer server = sqlServer(kind);
        return databases.computeIfAbsent(kind, any -> {
            Database made = server.createDatabase();
            return new Database(made.name(), nodeAddress(kind, made.url()), made.user(), made.password());
        });
    }

    /** The address of that database, as settings whose keys have a prefix such as {@code store.}, or an empty one. */
    public Map<String, String> sql(ServerKind kind, String prefix) {
        Database database = database(kind);
        Map<String, String> settings = new HashMap<>();
        settings.put(prefix + "url", database.url());
        settings.put(prefix + "user", database.user());
        settings.put(prefix + "password", database.password());
        return settings;
    }

    /** The server of such a database itself, with the rights of its administrator. */
    public SqlServer sqlServer(ServerKind kind) {
        start(kind);
        return (SqlServer) running.get(kind);
    }

    /** The address of Redis, as settings whose keys have a prefix. */
    public Map<String, String> redis(String prefix) {
        return cluster == null
                ? Map.of(prefix + "url", redisUrl())
                : Map.of(prefix + "topology", "cluster", prefix + "nodes", cluster.nodes());
    }

    /** The address of a single Redis. Throws {@link IllegalStateException} if it is a cluster. */
    public String redisUrl() {
        if (cluster != null) {
            throw new IllegalStateException("several servers: " + cluster.nodes());
        }
        start(ServerKind.REDIS);
        return nodeAddress(ServerKind.REDIS, ((RedisServer) running.get(ServerKind.REDIS)).url());
    }

    /** The address of the Redis with a replica. */
    public String replicatedRedisUrl() {
        start(ServerKind.REDIS_WITH_REPLICA);
        return ((RedisServer) running.get(ServerKind.REDIS_WITH_REPLICA)).url();
    }

    /** Starts Redis with a replica. It never uses a server of the settings: the lab must not attach a replica to it. */
    private RedisServer replicatedRedis() {
        RedisServer primary = RedisServer.start(RedisOptions.MEMORY_ONLY.with("repl-diskless-sync-delay 0"));
        try {
            replica = RedisServer.startReplicaOf(primary);
            return primary;
        } catch (RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    /** The address of ZooKeeper. */
    public String zooKeeper() {
        start(ServerKind.ZOOKEEPER);
        return nodeAddress(ServerKind.ZOOKEEPER, ((ZooKeeperServer) running.get(ServerKind.ZOOKEEPER)).connectString());
    }

    /** The address of etcd. */
    public String etcd() {
        start(ServerKind.ETCD);
        return nodeAddress(ServerKind.ETCD, ((EtcdServer) running.get(ServerKind.ETCD)).endpoints());
    }

    /** Replaces the server's own address in a URL by the one to use. */
    private String nodeAddress(ServerKind kind, String url) {
        RealServer server = running.get(kind);
        return through == null
                ? url
                : url.replace(server.host() + ":" + server.port(), through.getHostString() + ":" + through.getPort());
    }

    /** A name that no other run uses, for data on servers that others use too. */
    public String runName() {
        return runName;
    }

    /** A server itself, such as to ask for its process. */
    public RealServer server(ServerKind kind) {
        return running.get(kind);
    }

    /** A server in one line. */
    public String describe(ServerKind kind) {
        return running.get(kind).describe();
    }

    /** All servers that run. */
    public List<String> describeAll() {
        // Two servers of the same kind and version share one line and one group of rows.
        return running.values().stream().map(RealServer::describe).distinct().toList();
    }

    /** Ends all servers. A second call does nothing. */
    @Override
    public void close() {
        closed = true;
        running.values().forEach(RealServer::close);
        RedisServer copy = replica;
        if (copy != null) {
            copy.close();
        }
    }
}
