package io.distid.testservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports of 127.0.0.1.
 *
 * <p>They lie below the ranges from which Linux, macOS and Windows number outgoing connections. So nobody takes the port of a
 * server that is down for a moment, and a client that tries one in vain does not end up connected to itself. Nor does another server
 * take it: a process gives no port twice as long as there are others, and two processes look in different places first.
 */
final class Ports {
    private static final int FIRST = 15_000;
    private static final int BEYOND_LAST = 32_000;

    /** Ports that a process looks at first. */
    private static final int OWN = 500;

    private static final int ATTEMPTS = 1_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    static int free() {
        int places = (BEYOND_LAST - FIRST) / OWN;
        int first = FIRST + (int) (ProcessHandle.current().pid() % places) * OWN;
        for (int attempt = 0; attempt < 3 * ATTEMPTS; attempt++) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            int port = attempt < ATTEMPTS ? random.nextInt(first, first + OWN) : random.nextInt(FIRST, BEYOND_LAST);
            // In the end one that was given before: whoever has it may have ended long ago.
            boolean fresh = attempt >= 2 * ATTEMPTS || !GIVEN.contains(port);
            if (fresh && isFree(port)) {
                GIVEN.add(port);
                return port;
            }
        }
        throw new ServerUnavailableException("no free port from " + FIRST + " to " + (BEYOND_LAST - 1));
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
