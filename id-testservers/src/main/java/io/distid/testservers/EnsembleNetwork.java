package io.distid.testservers;

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
 * The links that lead to the servers of an ensemble, each of which knows who is at the other end, and the servers themselves, to be ended.
 *
 * <p>Each server is reached through links of its own, by the other servers and by clients; and products keep one address for each server,
 * whoever asks. So whether two servers are cut from each other cannot be told by the link alone: the system tells which process opened a
 * connection. It is asked only while something is cut.
 *
 * <p>Used by one thread; links ask it from theirs.
 */
final class EnsembleNetwork implements AutoCloseable {
    /** Whoever is no server of the ensemble. */
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
     * Builds something on a network, which is closed with all that was launched in it if that fails half way. Where somebody else has one of its
     * ports by then, it is tried again on others.
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

    /** A link to a port that a server is to listen on. */
    LossyLink link(int port) {
        LossyLink link = new LossyLink(new InetSocketAddress("127.0.0.1", port));
        ports.put(link, port);
        return link;
    }

    /** Takes over a server that was just launched, and the links to its ports. */
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

    /** Cuts a server from whoever is none of the others. */
    void cutFromClients(RealServer server) {
        cut(List.of(new Cut(server, CLIENTS)));
    }

    /** Ends all cuts. */
    void heal() {
        cuts.clear();
        ports.keySet().forEach(link -> link.refuse(client -> false));
    }

    /** Ends all servers and links, the last first, and goes on where one of them fails to end. */
    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(launched);
        all.addAll(ports.keySet());
        launched.clear();
        ports.clear();
        IllegalStateException failure = null;
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new IllegalStateException("cannot end " + each, e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
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
