package io.distid.etcd;

/**
 * How many requests are sent as one stream, which has to be answered within one time-out although they are carried out one after the other: half as many after a
 * stream that was not, and one more after some that were. Safe for use by any number of threads.
 */
final class StreamLimit {
    /** So that what was too many is tried again seldom. */
    private static final int SUCCESSES = 16;

    private final int most;
    private int limit;
    private int successes;

    /** Begins with the most. */
    StreamLimit(int most) {
        this.most = most;
        this.limit = most;
    }

    synchronized int get() {
        return limit;
    }

    /** A stream of so many was not answered to its end. */
    synchronized void failed(int requests) {
        // By as many threads at a time, it is halved once.
        limit = Math.max(1, Math.min(limit, requests / 2));
        successes = 0;
    }

    synchronized void succeeded() {
        if (++successes == SUCCESSES) {
            successes = 0;
            limit = Math.min(most, limit + 1);
        }
    }
}
