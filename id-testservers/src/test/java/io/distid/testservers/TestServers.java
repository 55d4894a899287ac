package io.distid.testservers;

import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;

/** Servers of this module's own tests, which cannot use id-testkit: it is built on this module. */
final class TestServers {
    private TestServers() {}

    /** Starts a server, or skips the test with the reason; throws instead where {@code -Ddistid.servers.required=true}. */
    static <S extends RealServer> S orSkip(Supplier<S> start) {
        try {
            return start.get();
        } catch (ServerUnavailableException e) {
            Assumptions.assumeTrue(ServerSettings.required(), e.getMessage());
            throw e;
        }
    }
}
