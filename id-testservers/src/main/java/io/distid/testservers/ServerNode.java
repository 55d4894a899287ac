package io.distid.testservers;

import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;

/** The place where a server runs, and its faults; independent of its protocol. */
sealed interface ServerNode extends AutoCloseable permits ChildServer, DockerServer, EndpointServer {
    /** The requested product, such as {@code Redis}: for messages, not for reports. */
    String name();

    /** {@code embedded}, {@code Docker} or {@code endpoint}. */
    String origin();

    String host();

    int port();

    boolean canFault();

    /** How long to wait for the first answer after a start. */
    Duration startTimeout();

    /** Throws {@link ServerUnavailableException} with the reason if the server has ended by itself. */
    void checkAlive();

    long pid();

    void start();

    void stop();

    void kill();

    void pause();

    void resume();

    @Override
    void close();
}
