package io.distid.bench.primarykey;

import java.time.Duration;

/**
 * How large the tables are whose keys are compared. Immutable.
 *
 * @param rows of each table; 0 if none is filled
 * @param rounds how often all of them are filled in turn
 */
public record TablePlan(int rows, int rounds) {
    /** Rows that an inserter commits together. */
    public static final int TRANSACTION = 1000;

    /** No table is filled. */
    public static final TablePlan NONE = new TablePlan(0, 0);

    /** About what a table takes for a row, to be drawn and to be inserted. */
    private static final Duration ROW = Duration.ofNanos(5_000);

    /** Rows of a table that is filled first and not counted: the first one finds JVM and server cold. */
    public static final int WARM_UP = 200_000;

    /** The rows of each inserter; 0 or more. */
    public int rowsOfInserter() {
        return rows / TableFiller.INSERTERS;
    }

    /** The same with other rows: at least two transactions of each inserter. */
    public TablePlan shortened(double part) {
        int unit = 2 * TRANSACTION * TableFiller.INSERTERS;
        return new TablePlan((int) Math.max(1, Math.round(rows * part / unit)) * unit, rounds);
    }

    /** About how long a table takes; with drawing its keys. */
    public Duration estimate() {
        return ROW.multipliedBy(rows);
    }
}
