package io.distid.db;

import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server that is connected to when it is first needed, and passed over for a while after it failed. */
final class TicketSource implements AutoCloseable {
    private static final long LATELY = Duration.ofSeconds(5).toNanos();

    private final IdConfig config;
    private final String url;
    private final Table table;
    private final TicketStatement statement;
    private final Consumer<TicketServer> check;
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile @Nullable TicketServer server;
    private volatile long failedAt = System.nanoTime() - LATELY;

    TicketSource(IdConfig config, String url, Table table, TicketStatement statement, Consumer<TicketServer> check) {
        this.config = config;
        this.url = url;
        this.table = table;
        this.statement = statement;
        this.check = check;
    }

    /** The server, connected and found fit beside those that were connected before. */
    TicketServer server() {
        TicketServer known = server;
        if (known != null) {
            return known;
        }
        connecting.lock();
        try {
            known = server;
            if (known == null) {
                known = new TicketServer(config, url, table, statement);
                try {
                    check.accept(known);
                } catch (RuntimeException | Error e) {
                    known.close();
                    throw e;
                }
                server = known;
            }
            return known;
        } finally {
            connecting.unlock();
        }
    }

    Optional<TicketServer> reached() {
        return Optional.ofNullable(server);
    }

    boolean failedLately() {
        return System.nanoTime() - failedAt < LATELY;
    }

    void failed() {
        failedAt = System.nanoTime();
    }

    @Override
    public String toString() {
        return String.valueOf(reached().map(TicketServer::toString).orElse("not reached"));
    }

    @Override
    public void close() {
        connecting.lock();
        try {
            reached().ifPresent(TicketServer::close);
        } finally {
            connecting.unlock();
        }
    }
}
