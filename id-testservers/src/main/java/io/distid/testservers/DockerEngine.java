package io.distid.testservers;

import io.distid.testservers.process.ServerUnavailableException;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Looks for a Docker engine without waking Testcontainers, which takes seconds and prints stack traces when there is none.
 */
final class DockerEngine {
    private static final int TIMEOUT_MILLIS = 1_000;

    private DockerEngine() {}

    static boolean answers() {
        return endpoints().stream().anyMatch(DockerEngine::answers);
    }

    static void require() {
        if (!answers()) {
            throw new ServerUnavailableException(ServerSettings.SERVERS + "=docker, but no Docker engine answers at "
                    + String.join(", ", endpoints()));
        }
    }

    /** The places where Testcontainers looks: the configured one, or else the usual ones. */
    private static List<String> endpoints() {
        String configured = System.getenv("DOCKER_HOST");
        if (configured == null) {
            configured = testcontainersProperties().getProperty("docker.host");
        }
        if (configured != null) {
            return List.of(configured);
        }
        if (File.separatorChar == '\\') {
            return List.of("npipe:////./pipe/docker_engine");
        }
        List<String> sockets = new ArrayList<>(List.of("unix:///var/run/docker.sock"));
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null) {
            sockets.add("unix://" + runtime + "/docker.sock");
        }
        sockets.add("unix://" + System.getProperty("user.home") + "/.docker/run/docker.sock");
        return sockets;
    }

    private static boolean answers(String endpoint) {
        try {
            URI uri = URI.create(endpoint);
            return switch (String.valueOf(uri.getScheme())) {
                case "unix" -> answers(UnixDomainSocketAddress.of(uri.getPath()));
                case "npipe" -> new File(uri.getPath().replaceFirst("^/+", "//").replace('/', '\\')).exists();
                default -> answers(new InetSocketAddress(uri.getHost(), uri.getPort()));
            };
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static boolean answers(UnixDomainSocketAddress address) throws IOException {
        try (SocketChannel channel = SocketChannel.open(address)) {
            return channel.isConnected();
        }
    }

    private static boolean answers(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MILLIS);
            return true;
        }
    }

    private static Properties testcontainersProperties() {
        Properties properties = new Properties();
        Path file = Path.of(System.getProperty("user.home"), ".testcontainers.properties");
        if (Files.isReadable(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException e) {
                // Testcontainers reads the same file, and reports this itself.
                return properties;
            }
        }
        return properties;
    }
}
