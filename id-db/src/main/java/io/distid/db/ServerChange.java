package io.distid.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has the headers of namespaces name the server that renewals are made on, before the first one on each connection, which may lead to another server than the one before: else,
 * where nobody is granted an id on that one, and the one before is the primary again, nothing would show that it may lack renewals. Used in the turn of that connection.
 */
final class ServerChange {
    private final HeaderStatements headers;
    /** By which a renewal was made last. */
    private @Nullable Connection asked;
    /** Where that leads to. */
    private String server = "";
    /** Those whose header names it. */
    private final Set<String> namespaces = new HashSet<>();

    ServerChange(HeaderStatements headers) {
        this.headers = headers;
    }

    /** Before a renewal, alone or with others of the namespace. */
    void note(Connection connection, LeaseTable.Renewal renewal) throws SQLException {
        if (asked != connection) {
            String answering = headers.server(connection);
            asked = connection;
            if (!answering.equals(server)) {
                server = answering;
                namespaces.clear();
            }
        }
        String namespace = renewal.held().namespace();
        if (!namespaces.contains(namespace)) {
            headers.noteServer(connection, namespace, server, renewal.horizon());
            namespaces.add(namespace);
        }
    }
}
