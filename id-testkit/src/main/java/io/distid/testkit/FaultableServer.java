package io.distid.testkit;

import java.net.InetSocketAddress;

/** The server of a contract, which kills it and starts it again. {@link ServerExtension} is one. Used by one thread, but for its address. */
public interface FaultableServer {
    /**
     * Where the server listens.
     *
     * @return an address of this machine, for a proxy that loses answers
     */
    InetSocketAddress address();

    /**
     * Makes the server unreachable.
     *
     * @throws Exception if it cannot be stopped; {@link org.opentest4j.TestAbortedException} if this one must not be
     */
    void kill() throws Exception;

    /**
     * Makes the server reachable again, with what it held.
     *
     * @throws Exception if it cannot be started
     */
    void restart() throws Exception;
}
