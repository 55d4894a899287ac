package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.SocketTable;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The links to the servers of an ensemble, and the servers themselves, to be ended together. Each link knows the process at its other end.
 *
 * <p>Other servers and clients reach each server through its own links. Products keep one address for each server, for servers and clients
 * alike. So a link alone does not know whether a connection comes from a server that is cut off. The system says which process opened a
 * connection. It is asked only while something is cut.
 *
 * <p>Used by one thread; links ask it from theirs.
 */
final class EnsembleNetwork implements AutoCloseable {
    /** Every process outside of the ensemble. */
    private static final Object CLIENTS = "clients";

    private static final int ATTEMPTS = 3;

    private final Map<LossyLink, Integer> ports = new ConcurrentHashMap<>();
    private final Map<Integer, RealServer> servers = new ConcurrentHashMap<>();
    private final List<Cut> cuts = new CopyOnWriteArrayList<>();
    private final Deque<RealServer> launched = new ArrayDeque<>();

    private record Cut(Object one, Object other) {
        boolean isBetween(Object a, Object b) {
            return one == a && other == b || one == b && other == a;
        }
    }

    /**
     * Builds an ensemble on a network. If that fails, the network and all launched servers are closed. If another process has taken a port, it
     * is tried again on other ports.
     */
    static <E> E build(Function<EnsembleNetwork, E> builder) {
        for (int attempt = 1; ; attempt++) {
            EnsembleNetwork network = new EnsembleNetwork();
            try {
                return builder.apply(network);
            } catch (RuntimeException | Error e) {
                List<Integer> used = List.copyOf(network.ports.values());
                try {
                    network.close();
                } catch (RuntimeException second) {
                    e.addSuppressed(second);
                }
                if (!(e instanceof ServerUnavailableException)
                        || attempt == ATTEMPTS
                        || used.stream().allMatch(Ports::isFree)) {
                    throw e;
                }
            }
        }
    }

    /** Opens a link to a port on which a server will listen. */
    LossyLink link(int port) {
        LossyLink link = new LossyLink(new InetSocketAddress("127.0.0.1", port));
        ports.put(link, port);
        return link;
    }

    /** Adds a server that was just launched, and the links to its ports. */
    <S extends RealServer> S add(S server, LossyLink... links) {
        launched.push(server);
        for (LossyLink link : links) {
            servers.put(ports.get(link), server);
        }
        return server;
    }

    /** Cuts two servers from each other, in both directions. */
    void cut(RealServer one, RealServer other) {
        cut(List.of(new Cut(one, other)));
    }

    /** Whether two servers are cut from each other. */
    boolean isCut(RealServer one, RealServer other) {
        return cuts.stream().anyMatch(cut -> cut.isBetween(one, other));
    }

    /** Cuts a server from all others, and from none of its clients. */
    void cutFromServers(RealServer server) {
        cut(launched.stream()
                .filter(other -> other != server)
                .map(other -> new Cut(server, other))
                .toList());
    }

    /** Cuts a server from every process outside of the ensemble. */
    void cutFromClients(RealServer server) {
        cut(List.of(new Cut(server, CLIENTS)));
    }

    /** Ends all cuts. */
    void heal() {
        cuts.clear();
        ports.keySet().forEach(link -> link.refuse(client -> false));
    }

    /** Ends all servers and links, the last first, and goes on if one fails to end. */
    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(launched);
        all.addAll(ports.keySet());
        launched.clear();
        ports.clear();
        IllegalStateException failure = new IllegalStateException("cannot end an ensemble");
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                failure.addSuppressed(new IllegalStateException("cannot end " + each, e));
            }
        }
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private void cut(Collection<Cut> more) {
        if (!SocketTable.exists()) {
            throw new UnsupportedOperationException(
                    "servers cannot be cut from each other on this system: it does not tell which process opened a connection");
        }
        cuts.addAll(more);
        ports.forEach((link, port) -> link.refuse(client -> isCut(client, servers.get(port))));
    }

    private boolean isCut(Socket client, Object server) {
        Object source = source(client);
        return cuts.stream().anyMatch(cut -> cut.isBetween(source, server));
    }

    private Object source(Socket client) {
        String socket = SocketTable.peerOf(client);
        for (RealServer server : servers.values()) {
            if (server.node() instanceof ChildServer child
                    && child.lastPids().stream().anyMatch(pid -> SocketTable.has(pid, socket))) {
                return server;
            }
        }
        return CLIENTS;
    }
}
