package io.distid.bench.primarykey;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.way.Way;
import java.util.HexFormat;
import java.util.List;

/** The primary keys of the rows that several inserters put into a table, in each inserter's order. Immutable. */
public final class Keys {
    private final int rows;
    /** The words of a key: 0 if the server makes it, 1 of a number, 2 of a UUID. */
    private final int width;

    private final long[][] words;

    Keys(int inserters, int rows, int width) {
        this.rows = rows;
        this.width = width;
        this.words = new long[inserters][width * rows];
    }

    /** Keys that the server generates row by row, so that no statement has them. */
    public static Keys plain(int rows) {
        return new Keys(0, rows, 0);
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
        Keys keys = new Keys(nodes.size(), rows, nodes.get(0) instanceof UuidGenerator ? 2 : 1);
        boolean remote = nodes.get(0).traits().coordination() == Coordination.PER_ID;
        int step = remote ? transaction : 1;
        for (int begin = 0; begin < rows; begin += transaction) {
            long begun = System.currentTimeMillis();
            int end = Math.min(rows, begin + transaction);
            for (int from = begin; from < end; from += step) {
                int to = Math.min(end, from + step);
                for (int node = 0; node < nodes.size(); node++) {
                    Way way = to - from == 1 ? Way.SINGLE : Way.BATCH;
                    way.take(nodes.get(node), keys.words[node], keys.width * from, keys.width * to);
                }
            }
            while (System.currentTimeMillis() == begun) {
                Thread.onSpinWait();
            }
        }
        return keys;
    }

    /** The key column's type, as SQL has it. */
    String type(TableDialect dialect) {
        return switch (width) {
            case 0 -> dialect.plainType();
            case 1 -> "BIGINT";
            default -> dialect.uuidType();
        };
    }

    /** The rows of each inserter. */
    int rows() {
        return rows;
    }

    /** Whether the server makes the keys. */
    boolean isPlain() {
        return width == 0;
    }

    /** Appends a key and a comma to a statement; nothing where the server makes the key. */
    void append(StringBuilder sql, TableDialect dialect, int inserter, int row) {
        if (width == 1) {
            sql.append(words[inserter][row]).append(',');
        } else if (width == 2) {
            // The most significant byte first, so that keys sort as their text does.
            HexFormat hex = HexFormat.of();
            sql.append(dialect.uuidBegins())
                    .append(hex.toHexDigits(words[inserter][2 * row]))
                    .append(hex.toHexDigits(words[inserter][2 * row + 1]))
                    .append("',");
        }
    }
}
