package io.distid.redis;

import java.util.List;

/** Where scripts are run: on a server, or in a simulation that runs the same text on a model of one. */
interface ScriptRunner extends AutoCloseable {

    /**
     * Runs a script on keys of one slot. It may be run twice, if an answer is lost.
     *
     * @return a text, a {@link Long}, or a list of them
     * @throws io.distid.BackendException if the server does not answer in time, or refuses
     */
    Object run(Script script, List<String> keys, List<String> arguments);

    /** The address for messages, without any user information. */
    String where();

    @Override
    void close();
}
