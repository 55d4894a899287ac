package io.distid.testservers;

import io.distid.testservers.process.Ports;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides between Docker and an embedded server. */
final class ServerChoice {
    private static final int ATTEMPTS = 3;

    private ServerChoice() {}

    /** Launches a server in the chosen or the possible way, and waits until it answers. */
    static <S extends RealServer> S start(Supplier<S> docker, Supplier<S> embedded) {
        return switch (ServerSettings.choice()) {
            case EMBEDDED -> embedded(embedded);
            case DOCKER -> {
                DockerEngine.require();
                yield answering(docker.get());
            }
            case AUTO -> DockerEngine.answers() ? dockerOrEmbedded(docker, embedded) : embedded(embedded);
        };
    }

    static <S extends RealServer> S answering(S server) {
        try {
            server.awaitAnswer();
            return server;
        } catch (RuntimeException e) {
            server.node().close();
            throw e;
        }
    }

    private static <S extends RealServer> S dockerOrEmbedded(Supplier<S> docker, Supplier<S> embedded) {
        try {
            return answering(docker.get());
        } catch (ServerUnavailableException e) {
            // Most often the engine has neither the image nor a way to fetch it.
            System.getLogger(ServerChoice.class.getName())
                    .log(System.Logger.Level.WARNING, "not by Docker: {0}", e.getMessage());
            return embedded(embedded);
        }
    }

    private static <S extends RealServer> S embedded(Supplier<S> launch) {
        for (int attempt = 1; ; attempt++) {
            S server = launch.get();
            try {
                return answering(server);
            } catch (ServerUnavailableException e) {
                // Another process was faster to bind the port, so another port is tried.
                if (attempt == ATTEMPTS || Ports.isFree(server.port())) {
                    throw e;
                }
            }
        }
    }

    /** One server for the whole JVM, started when first asked for. If it is unavailable, that is remembered, too. */
    static final class Shared<S extends RealServer> {
        private final Supplier<S> start;
        private @Nullable S server;
        private @Nullable ServerUnavailableException failure;

        Shared(Supplier<S> start) {
            this.start = start;
        }

        synchronized S get() {
            if (failure != null) {
                throw new ServerUnavailableException(failure.getMessage(), failure);
            }
            if (server == null) {
                try {
                    server = start.get();
                } catch (ServerUnavailableException e) {
                    failure = e;
                    throw e;
                }
            }
            return server;
        }
    }
}
