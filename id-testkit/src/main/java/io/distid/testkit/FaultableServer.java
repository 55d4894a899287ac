package io.distid.testkit;

import java.net.InetSocketAddress;

/**
 * The server of a contract, which kills it and starts it again. {@link ServerExtension} is one. Used by one thread,
 * except for its address.
 */
public interface FaultableServer {
    /**
     * The address where the server listens.
     *
     * @return an address of this machine, for a proxy that loses answers
     */
    InetSocketAddress address();

    /**
     * Makes the server unreachable.
     *
     * @throws Exception if it cannot be stopped; {@link org.opentest4j.TestAbortedException} if it must not be stopped
     */
    void kill() throws Exception;

    /**
     * Makes the server reachable again, with its data.
     *
     * @throws Exception if it cannot be started
     */
    void restart() throws Exception;
}
