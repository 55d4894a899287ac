package io.distid.db;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connection for the time that it is used. For use by one thread at a time; {@link #abort} by any. */
final class TakenConnection implements AutoCloseable {
    private final Connection connection;
    private final Return giveBack;
    private final @Nullable Return discard;
    private boolean discarded;
    private boolean ended;

    /** How a connection is ended, or given back. */
    interface Return {
        void run() throws SQLException;
    }

    TakenConnection(Connection connection, Return giveBack) {
        this(connection, giveBack, null);
    }

    /**
     * Of a pool that has to be told what is not to be used again.
     *
     * @param discard tells it, before the connection is given back; null for any other
     */
    TakenConnection(Connection connection, Return giveBack, @Nullable Return discard) {
        this.connection = connection;
        this.giveBack = giveBack;
        this.discard = discard;
    }

    Connection connection() {
        return connection;
    }

    /**
     * Does something on it. If that ends in a way in which an answer may be unread, as for want of memory, the connection is ended: the next statement on it
     * would take that answer for its own.
     */
    <T> T call(PooledDatabase.Work<T> work) throws SQLException {
        try {
            return work.on(connection);
        } catch (SQLException | RuntimeException | Error e) {
            if (SqlErrors.mayLeaveAnAnswer(e)) {
                discarded = true;
                endDiscarded();
            }
            throw e;
        }
    }

    /** Whether it must not be used again. */
    boolean isDiscarded() {
        return discarded;
    }

    /** Ends it, whoever it belongs to, and whatever is done on it. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is broken already.
        }
    }

    /**
     * Throws nothing that a driver or a pool throws: whatever was done on it is done, and has not failed because this does. One that is to be ended and cannot be,
     * again for want of memory, is not given back.
     */
    @Override
    public void close() {
        if (discarded && !ended) {
            endDiscarded();
        }
        try {
            giveBack.run();
        } catch (SQLException | RuntimeException e) {
            // It is broken or not needed any more; the server ends what is left of it.
        }
    }

    private void endDiscarded() {
        try {
            abort();
            ended = true;
        } finally {
            // If there is no memory for the one, the other is enough.
            if (discard != null) {
                tell(discard);
                ended = true;
            }
        }
    }

    private static void tell(Return discard) {
        try {
            discard.run();
        } catch (SQLException | RuntimeException e) {
            // The pool is closed.
        }
    }
}
