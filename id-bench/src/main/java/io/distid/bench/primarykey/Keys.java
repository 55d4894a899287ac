package io.distid.bench.primarykey;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import java.util.List;

/** The primary keys of the rows that several inserters put into a table, in each inserter's order. Immutable. */
public abstract sealed class Keys permits PlainKeys, LongKeys, UuidKeys {

    Keys() {}

    /** Keys that the server generates row by row, so that no statement has them. */
    public static Keys plain(int rows) {
        return new PlainKeys(rows);
    }

    /**
     * Issues ids for inserters. Each has a generator, and asks for the ids of a transaction before it inserts the rows.
     *
     * <p>All inserters keep the same pace: they take the ids of a transaction by turns. No two transactions of an
     * inserter begin in the same millisecond. If an id costs a round trip, one request gets the ids of a transaction.
     *
     * @param nodes a generator for each inserter
     * @param rows the rows of each inserter
     * @param transaction the rows of a transaction
     * @return the ids
     * @throws io.distid.IdException if a generator has no id to give
     */
    public static Keys draw(List<IdGenerator> nodes, int rows, int transaction) {
        Keys keys = nodes.get(0) instanceof UuidGenerator
                ? new UuidKeys(nodes.size(), rows)
                : new LongKeys(nodes.size(), rows);
        boolean remote = nodes.get(0).traits().coordination() == Coordination.PER_ID;
        int step = remote ? transaction : 1;
        for (int begin = 0; begin < rows; begin += transaction) {
            long begun = System.currentTimeMillis();
            int end = Math.min(rows, begin + transaction);
            for (int from = begin; from < end; from += step) {
                for (int node = 0; node < nodes.size(); node++) {
                    keys.take(nodes.get(node), node, from, Math.min(end, from + step));
                }
            }
            while (System.currentTimeMillis() == begun) {
                Thread.onSpinWait();
            }
        }
        return keys;
    }

    /** The key column's type, as SQL has it. */
    abstract String type(TableDialect dialect);

    /** The rows of each inserter. */
    abstract int rows();

    /** Appends a key and a comma to a statement; nothing where the server makes the key. */
    abstract void append(StringBuilder sql, TableDialect dialect, int inserter, int row);

    /** Takes ids from a generator. */
    abstract void take(IdGenerator node, int inserter, int from, int to);
}
