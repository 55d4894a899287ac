package io.distid.jdbc;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records of worker ids in a table, with a row for each.
 *
 * <p>All requests use one dedicated connection; a step is one statement and one round trip. So a read after a write comes from the server that wrote. Another connection may lead to a
 * former server, which knows less. The step that creates a row compares the header. After a row is replaced, the header is read.
 */
public final class TableRecordStore implements RecordStore {
    private static final int READ_LIMIT = 1_024;
    /** A statement for this many writes is about 70 kB long. */
    private static final int WRITE_LIMIT = 256;

    private static final int MOST_RETRIES = 20;

    private final String strategy;
    /** Creates the table and the headers of namespaces. */
    private final PooledDatabase database;

    private final DedicatedConnection kept;
    private final RecordStatements statements;
    private final OpenState open = new OpenState("this source of worker ids");
    /** The connection of the last write. For use in the turn of the dedicated connection. */
    private @Nullable Known known;

    /**
     * A connection that was used to write.
     *
     * @param incarnation the incarnation of its server
     * @param namespaces the namespaces that it was used to write
     */
    private record Known(Connection connection, String incarnation, Set<String> namespaces) {}

    /**
     * Connects.
     *
     * @param prepare checks the table, creates it if needed, and returns the statements for it
     */
    public TableRecordStore(Dialect dialect, IdConfig config, Function<PooledDatabase, RecordStatements> prepare) {
        this.strategy = config.strategy();
        this.database = new PooledDatabase(
                dialect, config, JdbcKeys.url(config), PooledDatabase.Mode.TRANSACTIONS, 0, MOST_RETRIES);
        try {
            this.statements = prepare.apply(database);
            requireCommittedReads();
            this.kept = database.keep();
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** Requires committed reads: the protocol decides by what it reads, so rows that are rolled back must not count. */
    private void requireCommittedReads() {
        int isolation = database.call("ask for the isolation of transactions", Connection::getTransactionIsolation);
        if (isolation < Connection.TRANSACTION_READ_COMMITTED) {
            throw new ConfigException(strategy + ": connections to " + database
                    + " read what others have not committed (isolation READ UNCOMMITTED); worker ids need READ COMMITTED,"
                    + " REPEATABLE READ or SERIALIZABLE");
        }
    }

    @Override
    public View read(String namespace, int firstId, int count) {
        return call(
                "read the worker ids of namespace \"" + namespace + "\"",
                connection -> statements.read(
                        connection,
                        namespace,
                        true,
                        "row_of.worker_id BETWEEN ? AND ?",
                        firstId,
                        (long) firstId + count - 1));
    }

    @Override
    public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
        if (next.layout().length() > RecordStatements.MOST_CHARACTERS) {
            throw new ConfigException(strategy + ": layout \"" + next.layout() + "\" is longer than "
                    + RecordStatements.MOST_CHARACTERS + " characters");
        }
        if (expected == null) {
            return open.call(() -> database.callRepeatable(
                    "make namespace \"" + namespace + "\"", connection -> makeHeader(connection, namespace, next)));
        }
        return call(
                "write the header of namespace \"" + namespace + "\"",
                connection -> statements.replaceHeader(connection, namespace, expected, next));
    }

    /**
     * Creates a header in a transaction. The insert comes first: a read before it would lock a gap, and two transactions
     * would wait for each other.
     */
    private boolean makeHeader(Connection connection, String namespace, Header next) throws SQLException {
        boolean made = statements.makeHeader(connection, namespace, next);
        View view = statements.read(connection, namespace, true, "row_of.worker_id = ?", RecordStatements.HEADER);
        if (made && view.count().there() > 0) {
            connection.rollback();
            return false;
        }
        // If the answer to an earlier attempt was lost, the header is there already.
        return view.header() != null && view.header().token().equals(next.token());
    }

    @Override
    public List<Outcome> write(String namespace, List<Write> writes) {
        String what =
                writes.size() == 1 ? "write worker id " + writes.get(0).id() : "write " + writes.size() + " worker ids";
        PooledDatabase.Work<List<Outcome>> work = connection -> write(connection, namespace, writes);
        // A read after a grant proves it only if it uses the connection of the write.
        boolean isOnce = writes.stream().anyMatch(write -> write.header() != null);
        return isOnce ? open.call(() -> kept.callOnce(what, work)) : call(what, work);
    }

    private List<Outcome> write(Connection connection, String namespace, List<Write> writes) throws SQLException {
        // Sorted by id, so that no two batches wait for each other.
        List<Write> ordered =
                writes.stream().sorted(Comparator.comparingInt(Write::id)).toList();
        List<Write> making =
                ordered.stream().filter(write -> write.expected() == null).toList();
        List<Write> replacing =
                ordered.stream().filter(write -> write.expected() != null).toList();
        for (Write write : making) {
            statements.make(connection, namespace, write);
        }
        Moment replaced = replacing.isEmpty() ? null : statements.replace(connection, namespace, replacing);
        Moment at = making.isEmpty() && replaced != null ? told(connection, namespace, replaced) : null;
        if (at != null && writes.stream().allMatch(write -> write.header() == null)) {
            return writes.stream()
                    .<Outcome>map(write -> new Written(write.next(), null, null, at))
                    .toList();
        }
        View after = statements.read(
                connection,
                namespace,
                writes.stream().anyMatch(TableRecordStore::isCounted),
                "row_of.worker_id IN (" + SqlStatements.parameters(ordered.size()) + ")",
                ordered.stream().map(Write::id).toArray());
        note(connection, namespace, after.at().incarnation());
        return writes.stream().map(write -> outcome(write, after)).toList();
    }

    /** Adds the incarnation of the server that carried a write out; null if it is not known. */
    private @Nullable Moment told(Connection connection, String namespace, Moment at) {
        if (!at.incarnation().isEmpty()) {
            return at;
        }
        Known last = known;
        return last != null && last.connection == connection && last.namespaces.contains(namespace)
                ? new Moment(at.millis(), last.incarnation)
                : null;
    }

    private static boolean isCounted(Write write) {
        return write.expected() == null || write.header() != null;
    }

    /** Judges a write by the row after it: the token belongs to this write alone. */
    private static Outcome outcome(Write write, View after) {
        LeaseRecord found = after.records().get(write.id());
        return found != null && found.token().equals(write.next().token())
                ? new Written(found, after.header(), isCounted(write) ? after.count() : null, after.at())
                : new Differs(found, after.header(), after.at());
    }

    /**
     * Remembers the server of a connection. A connection leads to one server, so its incarnation is read once for each namespace, with the first write. The
     * header is read then, too. It may name another server, which has served the namespace since the previous connection ended.
     */
    private void note(Connection connection, String namespace, String incarnation) {
        Known last = known;
        boolean isSame = last != null && last.connection == connection && last.incarnation.equals(incarnation);
        Set<String> namespaces = isSame ? last.namespaces : new HashSet<>();
        namespaces.add(namespace);
        known = new Known(connection, incarnation, namespaces);
    }

    /** Runs a step that may be repeated: a repeat finds what the step wrote. */
    private <T> T call(String what, PooledDatabase.Work<T> work) {
        return open.call(() -> kept.call(what, work));
    }

    @Override
    public int readLimit() {
        return READ_LIMIT;
    }

    @Override
    public int writeLimit() {
        return WRITE_LIMIT;
    }

    @Override
    public String where(String namespace) {
        return statements.where();
    }

    @Override
    public void close() {
        if (open.close()) {
            kept.close();
            database.close();
        }
    }
}
