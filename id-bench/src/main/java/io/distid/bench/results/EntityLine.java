package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The figures of entities that Hibernate inserts with one kind of ids. Immutable.
 *
 * @param rowsPerSecond rows inserted by a single thread, the median of the rounds; null if not measured
 * @param statementsPerRow statements that the server received, each a round trip, or null
 * @param rows the rows of each round
 */
public record EntityLine(
        String name,
        Origin origin,
        @Nullable String server,
        Row.Status status,
        @Nullable String reason,
        @Nullable Double rowsPerSecond,
        @Nullable Double statementsPerRow,
        int rows,
        int rounds)
        implements SubjectLine<EntityLine> {

    @Override
    public boolean hasFigures() {
        return rowsPerSecond != null;
    }

    @Override
    public EntityLine ended(Row.Status how, String why) {
        return status == Row.Status.failed
                ? this
                : new EntityLine(name, origin, server, how, why, rowsPerSecond, statementsPerRow, rows, rounds);
    }

    /** The same with rows a second, and statements for each row. */
    public EntityLine with(double rate, double statements) {
        return new EntityLine(name, origin, server, status, reason, rate, statements, rows, rounds);
    }
}
