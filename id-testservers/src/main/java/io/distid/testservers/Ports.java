package io.distid.testservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds free ports of 127.0.0.1.
 *
 * <p>They lie below the ranges from which Linux, macOS and Windows number outgoing connections. So nobody takes the port of a
 * server that is down for a moment, and a client that tries one in vain does not end up connected to itself. Nor does another server
 * take it: a process gives no port twice as long as there are others, and each process has a place of its own, held by a lock on a file,
 * in which it looks first.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Ports {
    private static final int FIRST = 15_000;
    private static final int BEYOND_LAST = 32_000;
    private static final int BEYOND_LAST_OF_PAIR = 22_000;

    /** Ports that a process looks at first. */
    private static final int OWN = 500;

    private static final int ATTEMPTS = 1_000;
    private static final int LISTEN_ATTEMPTS = 10;
    private static final Set<Integer> GIVEN = new HashSet<>();
    private static @Nullable PortRangeLock place;

    private Ports() {}

    /**
     * A port for a server that is to be started.
     *
     * @return nobody listens there, and this process has not given it before if there are others
     * @throws ServerUnavailableException if there is none
     */
    public static int free() {
        return freeBelow(BEYOND_LAST, 0);
    }

    /** A free port such that the one that lies some ports above it is free, too. */
    static int freeWith(int distance) {
        return freeBelow(BEYOND_LAST_OF_PAIR, distance);
    }

    /**
     * Listens on a free port; on another one where somebody was quicker to take it.
     *
     * @throws IOException if none can be had
     */
    static ServerSocket listen(int backlog) throws IOException {
        return listen(backlog, Ports::free);
    }

    static ServerSocket listen(int backlog, IntSupplier ports) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = ports.getAsInt();
            try {
                return new ServerSocket(port, backlog, InetAddress.getByName("127.0.0.1"));
            } catch (IOException e) {
                if (attempt == LISTEN_ATTEMPTS) {
                    throw new IOException("cannot listen on 127.0.0.1:" + port + ": " + e.getMessage(), e);
                }
            }
        }
    }

    /** One caller at a time: servers bind theirs a while after it was chosen, and several of them are started at once. */
    private static synchronized int freeBelow(int beyondLast, int distance) {
        if (place == null) {
            place = takePlace();
        }
        int first = FIRST + place.number() * OWN;
        for (int attempt = 0; attempt < 3 * ATTEMPTS; attempt++) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            int port = attempt < ATTEMPTS ? random.nextInt(first, first + OWN) : random.nextInt(FIRST, beyondLast);
            // In the end one that was given before: whoever has it may have ended long ago.
            boolean fresh = attempt >= 2 * ATTEMPTS || !GIVEN.contains(port) && !GIVEN.contains(port + distance);
            if (fresh && isFree(port) && isFree(port + distance)) {
                GIVEN.add(port);
                GIVEN.add(port + distance);
                return port;
            }
        }
        throw new ServerUnavailableException("no free port from " + FIRST + " to " + (beyondLast - 1));
    }

    private static PortRangeLock takePlace() {
        int places = (BEYOND_LAST_OF_PAIR - FIRST) / OWN;
        try {
            return PortRangeLock.take(BinaryCache.root(), places);
        } catch (IOException | ServerUnavailableException e) {
            // A server that runs elsewhere needs no cache, and whoever links to it a port.
            return PortRangeLock.shared(places);
        }
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
