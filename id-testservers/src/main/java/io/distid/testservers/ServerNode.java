package io.distid.testservers;

import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;

/** The place where a server runs, and its faults; independent of its protocol. This class itself is a server that somebody else runs. */
sealed class ServerNode implements AutoCloseable permits ChildServer, DockerServer {
    /** The requested product, such as {@code Redis}: for messages, not for reports. */
    final String name;
    /** {@code embedded}, {@code Docker} or {@code endpoint}. */
    final String origin;

    final String host;
    final int port;
    /** How long to wait for the first answer after a start. */
    final Duration startTimeout;

    /** A server that somebody else runs. It has a short time to answer: it runs already, or its owner has to start it. */
    ServerNode(String name, String host, int port) {
        this(name, "endpoint", host, port, Duration.ofSeconds(2));
    }

    ServerNode(String name, String origin, String host, int port, Duration startTimeout) {
        this.name = name;
        this.origin = origin;
        this.host = host;
        this.port = port;
        this.startTimeout = startTimeout;
    }

    boolean canFault() {
        return false;
    }

    /** Throws {@link ServerUnavailableException} with the reason if the server has ended by itself. */
    void checkAlive() {}

    long pid() {
        throw notOurs();
    }

    void start() {
        throw notOurs();
    }

    void stop() {
        throw notOurs();
    }

    void kill() {
        throw notOurs();
    }

    void pause() {
        throw notOurs();
    }

    void resume() {
        throw notOurs();
    }

    @Override
    public void close() {}

    private UnsupportedOperationException notOurs() {
        return new UnsupportedOperationException(
                name + " at " + host + ":" + port + " was not started by distid: it has no process here");
    }

    final IllegalStateException notRunning() {
        return new IllegalStateException(name + " on port " + port + " is not running");
    }
}
