package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.IdException;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.FaultableServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The contract of every port: it is opened from a configuration, talks to a server, and can be closed twice.
 *
 * <p>If JUnit runs tests in parallel, the tests of one contract run side by side, since most of the time they wait. Each test that stops the
 * server runs alone.
 *
 * @param <P> the port
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = ServerUse.class)
abstract class PortContract<P extends AutoCloseable> extends ProviderContract {
    /**
     * The server, which tests kill and start again.
     *
     * @return the same server for each call
     */
    protected abstract FaultableServer server();

    /**
     * A configuration that works, for this process and others on this machine.
     *
     * @return the settings; by default {@linkplain #configThrough(InetSocketAddress) through} the server's own address
     */
    protected Map<String, String> config() {
        return configThrough(server().address());
    }

    /**
     * Settings like {@link #config()}, but with another address for the server.
     *
     * @param address the address of a proxy
     * @return the settings
     */
    protected abstract Map<String, String> configThrough(InetSocketAddress address);

    abstract P open(Map<String, String> config);

    final P open() {
        return open(config());
    }

    final P openThrough(LossyLink link) {
        return open(configThrough(link.address()));
    }

    /** Requires that a call by an interrupted thread ends, in any way, and leaves the thread interrupted. */
    static void requireInterruptKept(String what, ThrowingCallable call) {
        ConcurrentRunner.alone(Duration.ofMinutes(2), thread -> {
            Thread.currentThread().interrupt();
            Throwable error = catchThrowable(call);
            assertThat(Thread.interrupted())
                    .as("interrupt status after %s that threw %s", what, error)
                    .isTrue();
            if (error != null) {
                assertThat(error).as("error of %s while interrupted", what).isInstanceOf(IdException.class);
            }
            return true;
        });
    }

    @Test
    final void closeIsIdempotent() throws Exception {
        P port = open();
        port.close();
        assertThatCode(port::close).as("second close").doesNotThrowAnyException();
    }
}
