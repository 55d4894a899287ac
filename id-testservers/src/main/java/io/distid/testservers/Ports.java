package io.distid.testservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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

    private Ports() {}

    static int free() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BEYOND_LAST);
            if (isFree(port)) {
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
