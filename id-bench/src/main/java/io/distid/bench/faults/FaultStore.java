package io.distid.bench.faults;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.LossyLink;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.RealServer;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ServerUnavailableException;
import io.distid.testservers.ZooKeeperServer;
import java.net.InetSocketAddress;

/**
 * The server of one cell, which keeps through a kill what it has acknowledged. Nodes reach it by a link, its operator without one. For use by
 * one thread.
 */
final class FaultStore implements AutoCloseable {
    /** From one address; more than nodes need, and few enough to be taken quickly. */
    static final int CONNECTIONS = 24;

    private final RealServer server;
    private final LossyLink link;
    private final Servers servers;
    private final StoreAdmin admin;

    private FaultStore(ServerKind kind, RealServer server, LossyLink link) {
        this.server = server;
        this.link = link;
        this.servers = new Servers(kind, server, link.address());
        this.admin = switch (kind) {
            case MYSQL -> new MySqlAdmin((MySqlServer) server, servers.mySql());
            case REDIS -> new RedisAdmin(server);
            case ZOOKEEPER -> new ZooKeeperAdmin(server);
            case ETCD -> new EtcdAdmin((EtcdServer) server);
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    /**
     * Starts one.
     *
     * @throws ServerUnavailableException if none can be had that faults can be done to
     */
    static FaultStore start(ServerKind kind) {
        RealServer server = launch(kind);
        LossyLink link = null;
        try {
            if (!server.canFault()) {
                throw new ServerUnavailableException(
                        server.describe() + " was not started by the lab, which therefore does nothing to it");
            }
            link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
            return new FaultStore(kind, server, link);
        } catch (RuntimeException e) {
            if (link != null) {
                link.close();
            }
            server.close();
            throw e;
        }
    }

    private static RealServer launch(ServerKind kind) {
        return switch (kind) {
            case MYSQL -> MySqlServer.start();
            case REDIS -> RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always"));
            case ZOOKEEPER -> ZooKeeperServer.startWithConnections(CONNECTIONS);
            case ETCD -> EtcdServer.start();
            case REDIS_WITH_REPLICA -> throw new IllegalArgumentException(kind + " is two servers");
        };
    }

    RealServer server() {
        return server;
    }

    /** What nodes reach it by. */
    LossyLink link() {
        return link;
    }

    /** Where nodes are told that it is. */
    Servers servers() {
        return servers;
    }

    StoreAdmin admin() {
        return admin;
    }

    @Override
    public void close() {
        link.close();
        server.close();
    }
}
