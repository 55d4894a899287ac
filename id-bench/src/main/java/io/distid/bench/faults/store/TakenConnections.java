package io.distid.bench.faults.store;

import java.util.Collection;

/**
 * Idle connections that leave no connection to others. For use by one thread.
 *
 * @param idle the last one first
 * @param refusal the server's refusal of one more connection; empty if it accepted all
 */
public record TakenConnections(Collection<AutoCloseable> idle, String refusal) implements AutoCloseable {
    public int count() {
        return idle.size();
    }

    @Override
    public void close() {
        for (AutoCloseable connection : idle) {
            try {
                connection.close();
            } catch (Exception e) {
                // The server has closed it, or goes on without it.
                continue;
            }
        }
    }
}
