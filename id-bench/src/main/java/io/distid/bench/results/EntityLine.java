package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What was measured of entities that Hibernate inserts, whose ids are made in one way. Immutable.
 *
 * @param name what the report calls it
 * @param origin whose code it is
 * @param server product, version and origin of its server, or null if it was not had
 * @param status how it went
 * @param reason why it was skipped or failed, or null
 * @param rowsPerSecond inserted by one thread, the median of the rounds; null if that was not measured
 * @param statementsPerRow that the server was sent, each of which is a round trip, or null
 * @param rows of each round
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
