package io.distid.bench.latency;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.process.ServerUnavailableException;
import org.junit.jupiter.api.Assumptions;

/** Servers of a run for tests, which are skipped where there are none. */
final class StartedServer {
    private StartedServer() {}

    static void orSkip(ServerKind kind, Servers servers) {
        try {
            servers.start(kind);
        } catch (ServerUnavailableException e) {
            if (Boolean.getBoolean("distid.servers.required")) {
                throw e;
            }
            Assumptions.abort(e.getMessage());
        }
    }
}
