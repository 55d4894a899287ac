package io.distid.bench.primarykey;

import java.time.Duration;

/**
 * The sizes of the tables whose keys are compared. Immutable.
 *
 * @param rows the rows of each table; 0 for no tables
 * @param rounds how often all tables are filled in turn
 */
public record TablePlan(int rows, int rounds) {
    /** Rows that an inserter commits together. */
    public static final int TRANSACTION = 1000;

    /** No table is filled. */
    public static final TablePlan NONE = new TablePlan(0, 0);

    /** The estimated time of a row: to issue its id and to insert it. */
    private static final Duration ROW = Duration.ofNanos(5_000);

    /** Rows of a first table that does not count: it warms up JVM and server. */
    public static final int WARM_UP = 200_000;

    /** The rows of each inserter; 0 or more. */
    public int rowsOfInserter() {
        return rows / TableFiller.INSERTERS;
    }

    /** The same with fewer or more rows: at least two transactions of each inserter. */
    public TablePlan shortened(double part) {
        int unit = 2 * TRANSACTION * TableFiller.INSERTERS;
        return new TablePlan((int) Math.max(1, Math.round(rows * part / unit)) * unit, rounds);
    }

    /** The estimated time of a table, including its keys. */
    public Duration estimate() {
        return ROW.multipliedBy(rows);
    }
}
