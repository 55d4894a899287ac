package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The figures of entities that Hibernate inserts with one kind of ids. Immutable.
 *
 * @param name the name in the report
 * @param origin the origin of the code
 * @param server product, version and origin of its server, or null if the server was missing
 * @param status its status
 * @param reason why it was skipped or failed, or null
 * @param rowsPerSecond rows inserted by a single thread, the median of the rounds; null if not measured
 * @param statementsPerRow statements that the server received, each a round trip, or null
 * @param rows the rows of each round
 * @param rounds how many there were
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

    /**
     * The same with what was found.
     *
     * @param rate rows a second
     * @param statements for each row
     * @return a copy
     */
    public EntityLine with(double rate, double statements) {
        return new EntityLine(name, origin, server, status, reason, rate, statements, rows, rounds);
    }
}
