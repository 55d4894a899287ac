package io.distid.db;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.db.NodeRegister.Entry;
import io.distid.db.NumberLookup.Answer;
import java.lang.System.Logger.Level;

/**
 * Whether a node's number is still its own, as far as the register can be asked: a table that was lost and made anew counts from 1.
 *
 * <p>A register that is down must not hold up ids, for which the node's file is enough. For one thread at a time, but for
 * {@link #close()}.
 */
final class RegistrationCheck implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RegistrationCheck.class.getName());
    /** Two looks and a write fit into the third of the reservation that a renewal has. */
    private static final int LOOKS_IN_A_RESERVATION = 6;

    private final NodeRegister register;
    private final NumberLookup lookup;
    private final int number;
    private final String token;
    private final MySqlHorizon horizon;
    private boolean failing;

    /**
     * Asks nothing yet.
     *
     * @param register closed with this
     * @param token the node's own
     */
    RegistrationCheck(NodeRegister register, int number, String token, MySqlHorizon horizon) {
        this.register = register;
        this.lookup = register.lookup(number, horizon.reservation().dividedBy(LOOKS_IN_A_RESERVATION));
        this.number = number;
        this.token = token;
        this.horizon = horizon;
    }

    /**
     * Asks the register, and lets pass if it does not answer.
     *
     * @param target the bound that is about to be made durable
     * @throws StoreRegressedException if the number is another node's, or nobody's
     * @throws BackendException if the bound lies too far above the server's clock
     */
    void requireRegistered(long target) {
        Answer answer;
        try {
            answer = lookup.find();
            if (!answer.fresh()) {
                // It may refuse, and says nothing of now: the process may have been paused since that was asked.
                requireOwn(register, number, token, answer.entry());
                answer = lookup.find();
            }
            failing = false;
        } catch (BackendException e) {
            unreachable(e);
            return;
        }
        requireOwn(register, number, token, answer.entry());
        horizon.requireBound(
                register + ", node " + number, target, answer.entry().now());
    }

    long maxAheadMillis() {
        return horizon.maxAhead().toMillis();
    }

    /** Refuses a number whose row is gone, or has the token of another node. */
    static void requireOwn(NodeRegister register, int number, String token, Entry entry) {
        if (!token.equals(entry.token())) {
            throw new StoreRegressedException(register + " says that number " + number + " is "
                    + (entry.token() == null ? "nobody's" : "another node's")
                    + ", but this node was registered with it: was the table restored, emptied or made anew? All nodes"
                    + " whose number is not in the table have to register again: stop this one, and delete its file.");
        }
    }

    @Override
    public void close() {
        lookup.close();
        register.close();
    }

    private void unreachable(BackendException why) {
        if (!failing) {
            LOG.log(
                    Level.WARNING,
                    register + ": whether number " + number + " is still this node's cannot be asked; it goes on by its"
                            + " file alone (said once): " + why.getMessage());
        }
        failing = true;
    }
}
