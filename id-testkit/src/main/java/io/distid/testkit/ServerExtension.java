package io.distid.testkit;

import io.distid.testservers.RealServer;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server that tests have to themselves, so that they may kill it. In a static field it is started before all tests of a class
 * and closed after them. In another field it is started before each test and closed after it. If no server is available, the
 * tests are skipped.
 *
 * <pre>{@code
 * @RegisterExtension
 * final ServerExtension<RedisServer> server = new ServerExtension<>(RedisServer::start);
 * }</pre>
 *
 * <p>Not safe for use by several threads, except for {@link #get()} and {@link #address()} while it runs.
 *
 * @param <S> the kind of server
 */
public final class ServerExtension<S extends RealServer>
        implements FaultableServer, BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private final Supplier<S> start;
    private volatile @Nullable S server;
    private boolean ofClass;

    /**
     * Creates an extension, which starts the server later.
     *
     * @param start for instance {@code MySqlServer::start}
     */
    public ServerExtension(Supplier<S> start) {
        this.start = start;
    }

    /**
     * The server.
     *
     * @return the server, which runs unless the test stopped it
     * @throws IllegalStateException outside a test
     */
    public S get() {
        S running = server;
        if (running == null) {
            throw new IllegalStateException("no test runs");
        }
        return running;
    }

    /** {@inheritDoc} */
    @Override
    public InetSocketAddress address() {
        return new InetSocketAddress(get().host(), get().port());
    }

    /**
     * Skips the test if the server must not be faulted, since it was not started here.
     *
     * @throws org.opentest4j.TestAbortedException if {@link RealServer#canFault()} is false
     */
    public void requireFaults() {
        S running = get();
        Assumptions.assumeTrue(running.canFault(), () -> running + " was not started here and must not be faulted");
    }

    /**
     * Kills the server.
     *
     * @throws org.opentest4j.TestAbortedException if {@link RealServer#canFault()} is false
     */
    @Override
    public void kill() {
        requireFaults();
        get().kill();
    }

    /** Starts the server again, if it was killed. */
    @Override
    public void restart() {
        if (get().canFault()) {
            get().restart();
        }
    }

    /** {@inheritDoc} */
    @Override
    public void beforeAll(ExtensionContext context) {
        ofClass = true;
        server = ServerAssumptions.orSkip(start);
    }

    /** {@inheritDoc} */
    @Override
    public void beforeEach(ExtensionContext context) {
        if (!ofClass) {
            server = ServerAssumptions.orSkip(start);
        }
    }

    /** {@inheritDoc} */
    @Override
    public void afterEach(ExtensionContext context) {
        if (!ofClass) {
            close();
        }
    }

    /** {@inheritDoc} */
    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    private void close() {
        S running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }
}
