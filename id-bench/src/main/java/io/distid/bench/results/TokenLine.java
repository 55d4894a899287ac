package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What was measured of idempotency tokens on one store, or of the bare script beside them. Immutable.
 *
 * @param name what the report calls it
 * @param origin whose code it is
 * @param server product, version and origin of its server, or null if it was not had
 * @param status how it went
 * @param reason why it was skipped or failed, or null
 * @param alone tokens consumed a second by one thread, or null if that was not measured
 * @param together the same by all threads of all processes, each with tokens of its own, or null
 * @param processes how many there were
 * @param threads of each of them
 */
public record TokenLine(
        String name,
        Origin origin,
        @Nullable String server,
        Row.Status status,
        @Nullable String reason,
        @Nullable Double alone,
        @Nullable Double together,
        int processes,
        int threads)
        implements SubjectLine<TokenLine> {

    @Override
    public boolean hasFigures() {
        return alone != null || together != null;
    }

    @Override
    public TokenLine ended(Row.Status how, String why) {
        return status == Row.Status.failed
                ? this
                : new TokenLine(name, origin, server, how, why, alone, together, processes, threads);
    }

    /** The same with a rate of one thread. */
    public TokenLine withAlone(double rate) {
        return new TokenLine(name, origin, server, status, reason, rate, together, processes, threads);
    }

    /** The same with a rate of all threads of all processes. */
    public TokenLine withTogether(double rate) {
        return new TokenLine(name, origin, server, status, reason, alone, rate, processes, threads);
    }
}
