package io.distid.bench.subject;

/** Reads the time out of an id. Stateless: safe for use by any number of threads. */
@FunctionalInterface
public interface IdTime {
    /** Returns the time in an id; {@code high}: the high half of a UUID, 0 for other ids. */
    long epochMillis(long high, long low);
}
