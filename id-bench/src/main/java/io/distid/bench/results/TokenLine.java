package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The measurements of idempotency tokens on one store, or of the bare script beside them. Immutable.
 *
 * @param alone tokens consumed a second by one thread, or null if not measured
 * @param together the same by all threads of all processes, each with its own tokens, or null
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
