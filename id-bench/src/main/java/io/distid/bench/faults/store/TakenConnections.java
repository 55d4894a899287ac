package io.distid.bench.faults.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Idle connections that leave no connection to others. For use by one thread. */
public final class TakenConnections implements AutoCloseable {
    private final List<AutoCloseable> idle = new ArrayList<>();
    private String refusal = "";

    /** Keeps one until {@link #close()}, which closes the last one first. */
    void add(AutoCloseable connection) {
        idle.add(connection);
    }

    /** The server refuses one more. */
    void refused(String message) {
        refusal = message;
    }

    public int count() {
        return idle.size();
    }

    /** The server's refusal of one more connection; empty if it accepted all. */
    public String refusal() {
        return refusal;
    }

    @Override
    public void close() {
        Collections.reverse(idle);
        for (AutoCloseable connection : idle) {
            try {
                connection.close();
            } catch (Exception e) {
                // The server has closed it, or goes on without it.
                continue;
            }
        }
        idle.clear();
    }
}
