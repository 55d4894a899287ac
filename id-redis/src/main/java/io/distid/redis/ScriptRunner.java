package io.distid.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs scripts on a server, or in a simulation that runs the same text on a model of a server. */
interface ScriptRunner extends AutoCloseable {

    /**
     * Runs a script on keys of one slot. It may be run twice, if an answer is lost.
     *
     * @return a text, a {@link Long}, or a list of them
     * @throws io.distid.BackendException if the server does not answer in time, or refuses
     */
    Object run(Script script, List<String> keys, List<String> arguments);

    /**
     * Runs a script that grants something. It gets one more argument: the deadline of the caller, in ms by the server's clock, or 0 if that clock
     * is not known.
     *
     * @throws io.distid.BackendException if the server does not answer in time, or refuses
     */
    default Object take(Script script, List<String> keys, List<String> arguments, Duration within) {
        return run(script, keys, withDeadline(arguments, 0));
    }

    /** The arguments of {@link #take}. */
    static List<String> withDeadline(List<String> arguments, long deadline) {
        List<String> all = new ArrayList<>(arguments);
        all.add(Long.toString(deadline));
        return all;
    }

    /** The address for messages, without any user information. */
    String where();

    @Override
    void close();
}
