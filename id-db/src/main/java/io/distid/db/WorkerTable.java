package io.distid.db;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.worker.KnownBounds;
import io.distid.worker.WorkerRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of worker ids in MySQL. The header of a namespace is the row with id {@value WorkerStatements#HEADER}: its
 * {@code fence} is how many ids were granted, its {@code reserved_until} the floor.
 *
 * <p>What is done to one row that is there is one statement, and one round trip, on a connection that is kept for that. What makes a row is a transaction that first locks the header, or makes
 * it; the server's clock is asked only then, so that a statement which waited for a lock cannot bring an old time along. Where nobody is granted an id meanwhile, that
 * transaction is one statement, whose conditions hold what was read before.
 */
final class WorkerTable implements LeaseTable {
    /** The server's clock in epoch ms, as the statement began; not through a local time, which an hour in autumn has twice. */
    static final String NOW = "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(NOW(6)) DIV 1000)";

    private final PooledDatabase database;
    private final DedicatedConnection kept;
    private final String table;
    private final WorkerStatements statements;
    private final HeaderStatements headers;
    private final ServerChange server;

    WorkerTable(IdConfig config) {
        this.database = new PooledDatabase(config, MySqlKeys.url(config), PooledDatabase.Mode.TRANSACTIONS, 0, 20);
        try {
            Table prepared = TableDefinitions.workers(config);
            this.table = prepared.name();
            prepared.prepare(config, database);
            ServerIdentity identity = database.call("ask which server it is", ServerIdentity::visibleTo);
            this.statements = new WorkerStatements(table, identity);
            this.headers = new HeaderStatements(table, identity);
            this.server = new ServerChange(headers);
            requireCommittedReads(config);
            this.kept = database.keep();
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** What is read decides what is taken: a row that is rolled back must not be counted. */
    private void requireCommittedReads(IdConfig config) {
        int isolation = database.call("ask for the isolation of transactions", Connection::getTransactionIsolation);
        if (isolation < Connection.TRANSACTION_READ_COMMITTED) {
            throw new ConfigException(config.strategy() + ": connections to " + database
                    + " read what others have not committed (isolation READ UNCOMMITTED); worker ids need READ COMMITTED,"
                    + " REPEATABLE READ or SERIALIZABLE");
        }
    }

    @Override
    public Snapshot read(String namespace) {
        return kept.call("read the worker ids of namespace \"" + namespace + "\"", connection -> {
            try (PreparedStatement query = WorkerStatements.prepare(connection, statements.selectRows(), namespace);
                    ResultSet answer = query.executeQuery()) {
                return WorkerStatements.snapshot(answer);
            }
        });
    }

    @Override
    public @Nullable Long begin(String namespace, String layout, long horizon) {
        return database.call("make namespace \"" + namespace + "\"", connection -> {
            if (statements.insert(connection, namespace, WorkerStatements.HEADER, layout, "", "", 0, 0, 0) == 0) {
                return null;
            }
            // Under the header's lock nobody makes any.
            WorkerStatements.Rows rows = statements.rows(connection, namespace);
            if (!Set.of(layout).containsAll(rows.layouts())) {
                connection.rollback();
                return null;
            }
            String server = headers.server(connection);
            long floor = WorkerStatements.now(connection) + horizon;
            headers.move(connection, namespace, new Header(layout, rows.ids().size(), floor, server));
            return floor;
        });
    }

    @Override
    public @Nullable Long moveTo(String namespace, Snapshot read, long horizon) {
        // On the connection that was read on, as another may lead to another server where several serve at one address.
        return kept.callOnce(
                "move namespace \"" + namespace + "\"",
                connection -> headers.server(connection).equals(read.server())
                        ? headers.moveAhead(connection, namespace, read.header(), horizon, read.server())
                        : null);
    }

    @Override
    public @Nullable Long takeUnused(
            WorkerRequest request, int id, Snapshot read, String token, long reservedUntil, long horizon) {
        // Nor is this repeated.
        return granted(request, read.now(), kept.callOnce("take worker id " + id, connection -> {
            boolean taken = statements.insertUnused(connection, request, id, read, token, reservedUntil, horizon);
            return taken ? headers.isStill(connection, request.namespace(), read) : null;
        }));
    }

    @Override
    public @Nullable Grant takeNew(
            WorkerRequest request, List<Integer> ids, String token, KnownBounds known, long horizon) {
        return database.call("take a worker id", connection -> {
            Header header = headers.lock(connection, request.namespace());
            if (header == null
                    || !header.layout().equals(request.fingerprint())
                    || !header.server().equals(headers.server(connection))) {
                return null;
            }
            WorkerStatements.Rows rows = statements.rows(connection, request.namespace());
            Integer id = ids.stream()
                    .filter(free -> !rows.ids().contains(free))
                    .findFirst()
                    .orElse(null);
            if (id == null) {
                return null;
            }
            long now = rows.now();
            long floor = header.floor();
            boolean lost = rows.ids().size() != header.granted()
                    || floor < known.get(LeaseTable.nameOf(request.namespace(), id));
            if (lost) {
                // Asked once it is seen that the row is gone: its holder may have renewed it until then.
                now = WorkerStatements.now(connection);
                floor = Math.max(floor, now + horizon);
            }
            long bound = LeaseTable.firstBound(request, floor, now, horizon);
            if (statements.insert(
                            connection,
                            request.namespace(),
                            id,
                            request.fingerprint(),
                            request.holder(),
                            token,
                            now,
                            bound,
                            now + request.reservation().toMillis())
                    == 0) {
                return null;
            }
            headers.move(
                    connection,
                    request.namespace(),
                    new Header(header.layout(), rows.ids().size() + 1, floor, header.server()));
            return new Grant(id, now, floor, bound, lost);
        });
    }

    @Override
    public @Nullable Long take(
            WorkerRequest request, Row free, Snapshot read, Tokens tokens, long reservedUntil, long horizon) {
        // Repeated, it would find the row taken, and another would be taken in its place. The next look finds it by its
        // token.
        long fence = free.fence() + 1;
        return granted(request, fence, kept.callOnce("take worker id " + free.id(), connection -> {
            String sql = "UPDATE " + table + " SET layout = ?, holder = ?, token = ?, fence = ?, reserved_until = ?,"
                    + " expires_at = " + NOW + " + ? WHERE namespace = ? AND worker_id = ? AND fence = ? AND token = ?"
                    + " AND reserved_until = ? AND (expires_at <= " + NOW + " OR "
                    + WorkerStatements.isOneOf(tokens.known())
                    + ") AND ? <= " + NOW + " + ?";
            int taken = WorkerStatements.execute(
                    connection,
                    sql,
                    request.fingerprint(),
                    WorkerStatements.cut(request.holder()),
                    tokens.next(),
                    fence,
                    reservedUntil,
                    request.reservation().toMillis(),
                    request.namespace(),
                    free.id(),
                    free.fence(),
                    free.token(),
                    free.reservedUntil(),
                    tokens.known(),
                    reservedUntil,
                    horizon);
            return taken > 0 ? headers.isStill(connection, request.namespace(), read) : null;
        }));
    }

    /**
     * A grant, if there is one.
     *
     * @param still whether the namespace is on the server that it was read from, asked on the same connection after a row was taken: before that, the caller may stand still for as long as it takes
     *     to have another server take over and the first one again; null if no row was taken
     */
    private static @Nullable Long granted(WorkerRequest request, long fence, @Nullable Boolean still) {
        if (still == null) {
            return null;
        }
        if (!still) {
            throw new NamespaceMovedException(request.namespace());
        }
        return fence;
    }

    @Override
    public @Nullable Standing renew(Renewal renewal) {
        Held held = renewal.held();
        List<String> tokens = renewal.tokens().known();
        String sql = "UPDATE " + table + " SET reserved_until = GREATEST(reserved_until, ?), expires_at = " + NOW
                + " + ?, token = ?" + WorkerStatements.isHeld(tokens) + " AND expires_at > " + NOW + " AND ? <= " + NOW
                + " + ?";
        return kept.call("renew worker id " + held.id(), connection -> {
            server.note(connection, renewal);
            int renewed = WorkerStatements.execute(
                    connection,
                    sql,
                    renewal.target(),
                    renewal.term(),
                    renewal.tokens().next(),
                    held.namespace(),
                    held.id(),
                    held.fence(),
                    tokens,
                    renewal.confirmed(),
                    renewal.target(),
                    renewal.horizon());
            // Asked on this connection: another may lead to a server that was left, and knows less.
            return renewed == 0
                    ? statements.standings(connection, List.of(renewal)).get(renewal)
                    : null;
        });
    }

    /** One statement; a second one if not all were moved. */
    @Override
    public Map<Renewal, Standing> renew(List<Renewal> several) {
        return kept.call("renew " + several.size() + " worker ids", connection -> {
            server.note(connection, several.get(0));
            return renew(connection, several, WorkerStatements.UNTIL_OVER);
        });
    }

    @Override
    public Late renewLate(List<Renewal> several) {
        String namespace = several.get(0).held().namespace();
        return kept.call("renew " + several.size() + " worker ids whose leases are over", connection -> {
            headers.noteServer(connection, namespace, several.get(0).horizon());
            Map<Renewal, Standing> refused = renew(connection, several, "");
            return new Late(headers.floor(connection, namespace), refused);
        });
    }

    private Map<Renewal, Standing> renew(Connection connection, List<Renewal> several, String condition)
            throws SQLException {
        if (statements.renew(connection, several, condition) == several.size()) {
            return Map.of();
        }
        Map<Renewal, Standing> refused = statements.standings(connection, several);
        refused.entrySet().removeIf(each -> each.getKey().isDone(each.getValue().row()));
        return refused;
    }

    @Override
    public boolean release(Held held, List<String> tokens, long confirmed, long stampedUntil) {
        String sql = "UPDATE " + table + " SET reserved_until = ?, expires_at = 0, token = '', fence = fence + 1"
                + WorkerStatements.isHeld(tokens);
        return database.call(
                        "release worker id " + held.id(),
                        connection -> WorkerStatements.execute(
                                connection,
                                sql,
                                stampedUntil,
                                held.namespace(),
                                held.id(),
                                held.fence(),
                                tokens,
                                confirmed))
                > 0;
    }

    @Override
    public void raise(String namespace, int id, long confirmed) {
        String sql = "UPDATE " + table + " SET reserved_until = ?, expires_at = 0, token = '', fence = fence + 1"
                + " WHERE namespace = ? AND worker_id = ? AND reserved_until < ?";
        // On the connection that showed it: another may lead to another server.
        kept.call(
                "raise worker id " + id,
                connection -> WorkerStatements.execute(connection, sql, confirmed, namespace, id, confirmed));
    }

    @Override
    public String name() {
        return table;
    }

    @Override
    public String toString() {
        return database.toString();
    }

    @Override
    public void close() {
        kept.close();
        database.close();
    }
}
