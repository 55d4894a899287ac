package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A register of nodes, whose numbers they take as their worker ids, for ever. What the protocol asks of the database, and so what a
 * model of it has to do.
 *
 * <p>A registration is one atomic step. It may be carried out and throw all the same, since the answer can be lost; the number then
 * belongs to a token that nobody has, and is nobody's.
 */
interface NodeRegister extends AutoCloseable {

    /**
     * What a node got.
     *
     * @param now epoch ms by the server's clock, when the number was its own already
     */
    record Registration(int number, long now) {}

    /**
     * What the register says of a number.
     *
     * @param token of the node it belongs to; null if it belongs to nobody
     * @param now epoch ms by the server's clock
     */
    record Entry(@Nullable String token, long now) {}

    /**
     * Registers a node.
     *
     * @param token what the node is known by from now on
     * @param horizon refuses the node's clock
     * @return a number that no node of this register got before, within the request's range
     * @throws IdsExhaustedException if the next number lies above the range; nothing is registered then
     * @throws ConfigException if the namespace is in use with another layout; nothing is registered then
     * @throws BackendException if the server does not answer, or refuses, or the node's clock is too far ahead
     */
    Registration register(WorkerRequest request, String address, String token, MySqlHorizon horizon);

    /**
     * Looks a number up.
     *
     * @throws BackendException if the server does not answer, or refuses
     */
    Entry find(int number);

    /**
     * Looks a number up again and again, while the node issues ids.
     *
     * @param patience how long a look may hold its caller up
     * @return closed before this is
     */
    NumberLookup lookup(int number, Duration patience);

    /** Ends a call that is under way. */
    @Override
    void close();
}
