package io.distid.bench.subject;

/**
 * How a generator of segments stands. Immutable.
 *
 * @param unissued ids claimed from the store that were not issued so far
 * @param size how many ids the last claim took
 */
public record Segments(long unissued, long size) {
    /** A generator that tells how its segments stand. Safe for use by any number of threads. */
    public interface Source {
        /**
         * How its segments stand.
         *
         * @return figures of one moment; those taken while ids are drawn may be a few ids apart
         */
        Segments segments();
    }
}
