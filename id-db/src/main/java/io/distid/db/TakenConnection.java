package io.distid.db;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection for the time that it is used. For use by one thread at a time; {@link #abort} by any. */
final class TakenConnection implements AutoCloseable {
    private final Connection connection;
    private final Return giveBack;

    /** How a connection is ended, or given back. */
    interface Return {
        void run() throws SQLException;
    }

    TakenConnection(Connection connection, Return giveBack) {
        this.connection = connection;
        this.giveBack = giveBack;
    }

    Connection connection() {
        return connection;
    }

    /** Ends it, whoever it belongs to, and whatever is done on it. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is broken already.
        }
    }

    /** Throws nothing that a driver or a pool throws: whatever was done on it is done, and has not failed because this does. */
    @Override
    public void close() {
        try {
            giveBack.run();
        } catch (SQLException | RuntimeException e) {
            // It is broken or not needed any more; the server ends what is left of it.
        }
    }
}
