package io.distid.testservers.process;

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
 * <p>They lie below the ranges that Linux, macOS and Windows use for outgoing connections. So no connection takes the port of a server
 * that is down for a moment. A client that tries such a port is not connected to itself either. Other servers do not take the port: a
 * process gives no port twice as long as there are others. Each process first looks in a range of its own, which it holds by a lock on a
 * file.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Ports {
    private static final int FIRST = 15_000;
    private static final int BEYOND_LAST = 32_000;
    private static final int BEYOND_LAST_OF_PAIR = 22_000;

    /** How many ports a process's own range has. */
    private static final int OWN = 500;

    private static final int ATTEMPTS = 1_000;
    private static final int LISTEN_ATTEMPTS = 10;
    private static final Set<Integer> GIVEN = new HashSet<>();
    private static @Nullable PortRangeLock place;

    private Ports() {}

    /**
     * Returns a port for a server that is to be started.
     *
     * @return a port without a listener, which this process has not given before if there are others
     * @throws ServerUnavailableException if there is none
     */
    public static int free() {
        return freeBelow(BEYOND_LAST, 0);
    }

    /** Returns a free port whose number plus a distance is free, too. */
    public static int freeWith(int distance) {
        return freeBelow(BEYOND_LAST_OF_PAIR, distance);
    }

    /**
     * Listens on a free port, or on another if a process was faster to take it.
     *
     * @throws IOException if none can be had
     */
    public static ServerSocket listen(int backlog) throws IOException {
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

    /** Synchronized, since servers bind their ports a while after these are chosen, and several servers start at once. */
    private static synchronized int freeBelow(int beyondLast, int distance) {
        if (place == null) {
            place = takePlace();
        }
        int first = FIRST + place.number() * OWN;
        for (int attempt = 0; attempt < 3 * ATTEMPTS; attempt++) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            int port = attempt < ATTEMPTS ? random.nextInt(first, first + OWN) : random.nextInt(FIRST, beyondLast);
            // In the end a port that was given before will do: its server may have ended long ago.
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
            // A server that runs elsewhere needs no cache, but a link to it needs a port.
            return PortRangeLock.shared(places);
        }
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
