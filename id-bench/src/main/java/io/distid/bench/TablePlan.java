package io.distid.bench;

import io.distid.bench.table.Tables;
import java.time.Duration;

/**
 * How large the tables are whose keys are compared.
 *
 * @param rows of each table; 0 if none is filled
 * @param rounds how often all of them are filled in turn
 */
record TablePlan(int rows, int rounds) {
    /** Rows that an inserter commits together. */
    static final int TRANSACTION = 1000;

    static final TablePlan NONE = new TablePlan(0, 0);

    /** About what a table takes for a row, to be drawn and to be inserted. */
    private static final Duration ROW = Duration.ofNanos(5_000);

    /** Rows of a table that is filled first and not counted: the first one finds JVM and server cold. */
    static final int WARM_UP = 200_000;

    int rowsOfInserter() {
        return rows / Tables.INSERTERS;
    }

    Duration estimate() {
        return ROW.multipliedBy(rows);
    }
}
