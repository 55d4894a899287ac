package io.distid.bench.faults.store;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.Ensemble;
import io.distid.testservers.EtcdCluster;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.MySqlPair;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.PostgreSqlPair;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.RealServer;
import io.distid.testservers.RedisCluster;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisSentinelSet;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ZooKeeperEnsemble;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.ServerUnavailableException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server of one cell, or an ensemble with its leader. It keeps acknowledged writes through a kill. Nodes reach it
 * by a link, the operator directly. For use by one thread.
 */
public final class FaultStore implements AutoCloseable {
    /** The limit of connections: more than nodes need, and few enough to be taken quickly. */
    static final int CONNECTIONS = 24;

    private static final String[] ALWAYS_ON_DISK = {"appendonly yes", "appendfsync always"};
    private static final RedisOptions ON_DISK = RedisOptions.MEMORY_ONLY.withAppendOnly("always");

    private final ServerKind kind;
    private final AutoCloseable started;
    private final @Nullable Ensemble<?> ensemble;
    /** Null for a cluster, whose nodes have their own addresses. */
    private final @Nullable LossyLink link;

    private final Servers servers;
    private RealServer server;
    private String neighbour = "";

    private FaultStore(ServerKind kind, AutoCloseable started) {
        this.kind = kind;
        this.started = started;
        this.ensemble = started instanceof Ensemble<?> several ? several : null;
        this.server = ensemble == null ? (RealServer) started : ensemble.leader();
        if (!server.canFault()) {
            throw new ServerUnavailableException(
                    server.describe() + " was not started by the lab, so the lab injects no fault into it");
        }
        if (ensemble instanceof RedisCluster cluster) {
            this.link = null;
            this.servers = new Servers(cluster);
        } else {
            this.link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
            this.servers = new Servers(kind, server, link.address());
        }
    }

    /**
     * Starts the server of a fault, unless it is {@link ServerSetup#SHARED}.
     *
     * @throws ServerUnavailableException if the lab cannot start it, or inject faults into it; the message says why
     */
    public static FaultStore start(ServerKind kind, ServerSetup setup) {
        AutoCloseable started = launch(kind, setup);
        try {
            return new FaultStore(kind, started);
        } catch (RuntimeException e) {
            end(started);
            throw e;
        }
    }

    private static AutoCloseable launch(ServerKind kind, ServerSetup setup) {
        return switch (kind) {
            case MYSQL -> launch(setup, MySqlServer::start, MySqlServer::startOnOwnDisk, MySqlPair::start);
            case POSTGRESQL ->
                launch(setup, PostgreSqlServer::start, PostgreSqlServer::startOnOwnDisk, PostgreSqlPair::start);
            case REDIS ->
                setup == ServerSetup.REDIS_CLUSTER
                        ? RedisCluster.start(ALWAYS_ON_DISK)
                        : launch(
                                setup,
                                () -> RedisServer.start(ON_DISK),
                                () -> RedisServer.startOnOwnDisk(ON_DISK),
                                () -> RedisSentinelSet.start(ALWAYS_ON_DISK));
            case ZOOKEEPER ->
                launch(
                        setup,
                        () -> ZooKeeperServer.startWithConnections(CONNECTIONS),
                        ZooKeeperServer::startOnOwnDisk,
                        ZooKeeperEnsemble::start);
            case ETCD -> launch(setup, EtcdServer::start, EtcdServer::startOnOwnDisk, EtcdCluster::start);
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    private static AutoCloseable launch(
            ServerSetup setup,
            Supplier<RealServer> own,
            Supplier<RealServer> onOwnDisk,
            Supplier<Ensemble<?>> ensemble) {
        return switch (setup) {
            case OWN -> own.get();
            case OWN_DISK -> onOwnDisk.get();
            case ENSEMBLE -> ensemble.get();
            case SHARED, REDIS_CLUSTER -> throw new IllegalArgumentException("no such server of a cell: " + setup);
        };
    }

    private static void end(AutoCloseable started) {
        if (started instanceof Ensemble<?> several) {
            several.close();
        } else {
            ((RealServer) started).close();
        }
    }

    /** The server, or the leader of an ensemble. */
    public RealServer server() {
        return server;
    }

    /** Makes the master of the nodes' keys the leader, once such a key exists. A cluster has a master for each slot. */
    public void leadByKeys() {
        if (ensemble instanceof RedisCluster cluster) {
            neighbour = cluster.members().stream()
                    .map(member -> new RedisAdmin(member, "").anyKey())
                    .flatMap(Optional::stream)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no node has made a key"));
            server = cluster.leader(neighbour);
        }
    }

    /** Waits until the replicas have all writes that the leader has acknowledged. */
    public void awaitReplicas() {
        several().awaitCaughtUp();
    }

    /** Cuts the replicas from the leader, so that they get no more writes. */
    public void cutReplicas() {
        cutReplicas(several());
    }

    private static <S extends RealServer> void cutReplicas(Ensemble<S> ensemble) {
        S leader = ensemble.leader();
        ensemble.members().stream().filter(member -> member != leader).forEach(member -> ensemble.cut(leader, member));
    }

    /** Kills the leader, and connects the link to the next one, as a service with a fixed address does. */
    public void failOver() {
        several().failOver();
        server = several().leader();
        if (link != null) {
            link.retarget(new InetSocketAddress(server.host(), server.port()));
            link.cut();
        }
    }

    private Ensemble<?> several() {
        if (ensemble == null) {
            throw new IllegalStateException("the cell has one server");
        }
        return ensemble;
    }

    /** The link from the nodes to it. */
    public LossyLink link() {
        if (link == null) {
            throw new IllegalStateException("each node of the cluster has a link");
        }
        return link;
    }

    /** The address that nodes use. */
    public Servers servers() {
        return servers;
    }

    public StoreAdmin admin() {
        return switch (kind) {
            case MYSQL -> new MySqlAdmin((MySqlServer) server, servers.database(kind));
            case POSTGRESQL -> new PostgreSqlAdmin((PostgreSqlServer) server, servers.database(kind));
            case REDIS -> new RedisAdmin(server, neighbour);
            case ZOOKEEPER -> new ZooKeeperAdmin(server);
            case ETCD -> new EtcdAdmin((EtcdServer) server);
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    @Override
    public void close() {
        if (link != null) {
            link.close();
        }
        end(started);
    }
}
