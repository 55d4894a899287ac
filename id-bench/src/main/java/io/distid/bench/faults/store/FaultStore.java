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
    private final @Nullable Ensemble<?> ensemble;
    /** Null for a cluster, whose nodes have their own addresses. */
    private final @Nullable LossyLink link;

    private final Servers servers;
    private RealServer server;
    private StoreAdmin admin;
    private String neighbour = "";

    private FaultStore(
            ServerKind kind,
            @Nullable Ensemble<?> ensemble,
            RealServer server,
            @Nullable LossyLink link,
            Servers servers) {
        this.kind = kind;
        this.ensemble = ensemble;
        this.server = server;
        this.link = link;
        this.servers = servers;
        this.admin = adminOf(server);
    }

    private StoreAdmin adminOf(RealServer one) {
        return switch (kind) {
            case MYSQL -> new MySqlAdmin((MySqlServer) one, servers.database(kind));
            case POSTGRESQL -> new PostgreSqlAdmin((PostgreSqlServer) one, servers.database(kind));
            case REDIS -> new RedisAdmin(one, neighbour);
            case ZOOKEEPER -> new ZooKeeperAdmin(one);
            case ETCD -> new EtcdAdmin((EtcdServer) one);
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    /**
     * Starts the server of a fault.
     *
     * @param setup any but {@link ServerSetup#SHARED}
     * @throws ServerUnavailableException if the lab cannot start it; the message says what is missing
     */
    public static FaultStore start(ServerKind kind, ServerSetup setup) {
        return switch (setup) {
            case OWN -> start(kind);
            case OWN_DISK -> serve(kind, launchOnOwnDisk(kind));
            case ENSEMBLE -> startEnsemble(kind);
            case REDIS_CLUSTER -> startCluster();
            case SHARED -> throw new IllegalArgumentException("the servers of the run are shared: " + kind);
        };
    }

    /**
     * Starts one.
     *
     * @throws ServerUnavailableException if none can be had that faults can be done to
     */
    public static FaultStore start(ServerKind kind) {
        return serve(kind, launch(kind));
    }

    private static FaultStore serve(ServerKind kind, RealServer server) {
        LossyLink link = null;
        try {
            if (!server.canFault()) {
                throw new ServerUnavailableException(
                        server.describe() + " was not started by the lab, so the lab injects no fault into it");
            }
            link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
            return new FaultStore(kind, null, server, link, new Servers(kind, server, link.address()));
        } catch (RuntimeException e) {
            if (link != null) {
                link.close();
            }
            server.close();
            throw e;
        }
    }

    /**
     * Starts an ensemble, with a link to its leader.
     *
     * @throws ServerUnavailableException if the lab cannot start it
     */
    public static FaultStore startEnsemble(ServerKind kind) {
        Ensemble<?> ensemble = launchEnsemble(kind);
        LossyLink link = null;
        try {
            RealServer leader = ensemble.leader();
            link = new LossyLink(new InetSocketAddress(leader.host(), leader.port()));
            return new FaultStore(kind, ensemble, leader, link, new Servers(kind, leader, link.address()));
        } catch (RuntimeException e) {
            if (link != null) {
                link.close();
            }
            ensemble.close();
            throw e;
        }
    }

    private static FaultStore startCluster() {
        RedisCluster cluster = RedisCluster.start(ALWAYS_ON_DISK);
        try {
            return new FaultStore(ServerKind.REDIS, cluster, cluster.leader(), null, new Servers(cluster));
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static Ensemble<?> launchEnsemble(ServerKind kind) {
        return switch (kind) {
            case MYSQL -> MySqlPair.start();
            case POSTGRESQL -> PostgreSqlPair.start();
            case REDIS -> RedisSentinelSet.start(ALWAYS_ON_DISK);
            case ZOOKEEPER -> ZooKeeperEnsemble.start();
            case ETCD -> EtcdCluster.start();
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    private static RealServer launch(ServerKind kind) {
        return switch (kind) {
            case MYSQL -> MySqlServer.start();
            case POSTGRESQL -> PostgreSqlServer.start();
            case REDIS -> RedisServer.start(ON_DISK);
            case ZOOKEEPER -> ZooKeeperServer.startWithConnections(CONNECTIONS);
            case ETCD -> EtcdServer.start();
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    private static RealServer launchOnOwnDisk(ServerKind kind) {
        return switch (kind) {
            case MYSQL -> MySqlServer.startOnOwnDisk();
            case POSTGRESQL -> PostgreSqlServer.startOnOwnDisk();
            case REDIS -> RedisServer.startOnOwnDisk(ON_DISK);
            case ZOOKEEPER -> ZooKeeperServer.startOnOwnDisk();
            case ETCD -> EtcdServer.startOnOwnDisk();
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
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
            admin = adminOf(server);
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
        admin = adminOf(server);
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
        return admin;
    }

    @Override
    public void close() {
        if (link != null) {
            link.close();
        }
        if (ensemble == null) {
            server.close();
        } else {
            ensemble.close();
        }
    }
}
