package io.distid.testservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports of 127.0.0.1.
 *
 * <p>They lie below the ranges from which Linux, macOS and Windows number outgoing connections. So nobody takes the port of a
 * server that is down for a moment, and a client that tries one in vain does not end up connected to itself.
 */
final class Ports {
    private static final int FIRST = 15_000;
    private static final int BEYOND_LAST = 32_000;
    private static final int BEYOND_LAST_OF_PAIR = 22_000;

    private static final int REMEMBERED = 2_000;

    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    static int free() {
        return freeBelow(BEYOND_LAST, 0);
    }

    /** A free port such that the one that lies some ports above it is free, too. */
    static int freeWith(int distance) {
        return freeBelow(BEYOND_LAST_OF_PAIR, distance);
    }

    private static int freeBelow(int beyondLast, int distance) {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, beyondLast);
            if (isFree(port) && isFree(port + distance) && isGivenFirst(port, port + distance)) {
                return port;
            }
        }
        throw new ServerUnavailableException("no free port from " + FIRST + " to " + (beyondLast - 1));
    }

    /** Servers bind theirs a while after it was chosen, and several of them are started at a time. */
    private static synchronized boolean isGivenFirst(int port, int other) {
        if (GIVEN.contains(port) || GIVEN.contains(other)) {
            return false;
        }
        if (GIVEN.size() > REMEMBERED) {
            GIVEN.clear();
        }
        GIVEN.add(port);
        GIVEN.add(other);
        return true;
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
