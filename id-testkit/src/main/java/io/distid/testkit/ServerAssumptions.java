package io.distid.testkit;

import io.distid.testservers.ServerSettings;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;

/**
 * Skips a JUnit test, visibly and with the reason, if no server is available.
 *
 * <pre>{@code
 * static final MySqlServer MYSQL = orSkip(MySqlServer::shared);
 * }</pre>
 *
 * <p>Stateless: safe for use by any number of threads.
 */
public final class ServerAssumptions {
    private ServerAssumptions() {}

    /**
     * Starts a server, or aborts the test with the reason.
     *
     * @param <S> the kind of server, or of several servers
     * @param start for instance {@code MySqlServer::start} or {@code RedisServer::shared}
     * @return the server
     * @throws ServerUnavailableException instead of a skip, if {@code -Ddistid.servers.required=true}
     * @throws org.opentest4j.TestAbortedException if no server is available
     */
    public static <S> S orSkip(Supplier<S> start) {
        try {
            return start.get();
        } catch (ServerUnavailableException e) {
            if (ServerSettings.required()) {
                throw e;
            }
            return Assumptions.abort(e.getMessage());
        }
    }
}
