package io.distid.testservers;

import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Assumptions;

/** Servers of this module's own tests, which cannot use id-testkit: it is built on this module. */
public final class TestServers {
    /** Far longer than anything takes that a test waits for, on a machine that may stand still for seconds. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    private TestServers() {}

    public static ConditionFactory await() {
        return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(LIMIT);
    }

    /** Starts a server, or skips the test with the reason; throws instead where {@code -Ddistid.servers.required=true}. */
    public static <S> S orSkip(Supplier<S> start) {
        try {
            return start.get();
        } catch (ServerUnavailableException e) {
            Assumptions.assumeTrue(ServerSettings.required(), e.getMessage());
            throw e;
        }
    }

    public static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
