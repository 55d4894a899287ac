package io.distid.testservers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A client of several Redis servers, which it is told of as clients are. */
final class Redis {
    /** Short, since a server that is paused takes connections. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private Redis() {}

    /** The answer of the server at a port; an error of it is an exception. */
    static String at(int port, String... words) throws IOException {
        try (RespClient client = new RespClient("127.0.0.1", port, TIMEOUT)) {
            return client.command(words);
        }
    }

    static List<Integer> ports(String nodes) {
        return List.of(nodes.split(",")).stream()
                .map(node -> Integer.parseInt(node.substring(node.indexOf(':') + 1)))
                .toList();
    }

    static int firstPort(String nodes) {
        return ports(nodes).get(0);
    }
}
