package io.distid.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has the headers of namespaces name the server that renewals are made on, before the first one on each connection, which may lead to another server than the one before: else,
 * where nobody is granted an id on that one, and the one before is the primary again, nothing would show that it may lack renewals. Also where it is the one that renewals were
 * made on before: another one may have been the primary meanwhile, and the header have come from there. So it may be after a pause in which the connection was used by none, as a server that is
 * demoted keeps those that it has. Used in the turn of that connection.
 */
final class ServerChange {
    /** Shorter than it takes to have another server take over and the first one again. */
    private static final Duration MOST_PAUSE = Duration.ofSeconds(2);

    private final HeaderStatements headers;
    /** By which a renewal was made last. */
    private @Nullable Connection asked;
    /** When, by the monotonic clock. */
    private long askedAt;
    /** Those whose header names the server that it leads to. */
    private final Set<String> namespaces = new HashSet<>();

    ServerChange(HeaderStatements headers) {
        this.headers = headers;
    }

    /** Before a renewal, alone or with others of the namespace. */
    void note(Connection connection, LeaseTable.Renewal renewal) throws SQLException {
        long now = System.nanoTime();
        if (asked != connection || now - askedAt > MOST_PAUSE.toNanos()) {
            namespaces.clear();
        }
        asked = connection;
        askedAt = now;
        String namespace = renewal.held().namespace();
        if (!namespaces.contains(namespace)) {
            headers.noteServer(connection, namespace, renewal.horizon());
            namespaces.add(namespace);
        }
    }
}
