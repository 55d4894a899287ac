package io.distid.bench.latency;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.results.RoundTrips;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lets the server count the requests for a number of ids, and finds how many numbers were burned.
 *
 * <p>A store grants each number once. A second generator is opened when the first is closed. So the numbers between
 * their first ids are all that the first one took. Those that it did not issue are burned.
 */
final class RoundTripCount {
    /** The ranges of two strategies can be compared at a million ids, whatever their speed. */
    static final long MOST = 1_000_000;

    /** Few enough for the slowest subject. Enough that a stray heartbeat counts for less than a thousandth. */
    private static final long LEAST = 2_000;

    private RoundTripCount() {}

    /** Lets a child process open, issue ids and close, then open and close again. */
    static RoundTrips of(ChildJvm jvm, ServerCounter counter, long most, Duration window) throws InterruptedException {
        LatencyChild.Opened opened = LatencyChild.open(jvm, Duration.ZERO);
        long before = counter.requests();
        long asked = counter.requests();
        long issued = jvm.run((LatencyChild child) -> child.issue(most, LEAST, window), LatencyChild.PATIENCE);
        long after = counter.requests();
        boolean counted = jvm.run(LatencyChild::counts, LatencyChild.PATIENCE);
        jvm.order(LatencyChild::close, LatencyChild.PATIENCE);
        LatencyChild.Opened next = LatencyChild.open(jvm, Duration.ZERO);
        jvm.order(LatencyChild::close, LatencyChild.PATIENCE);
        long ownAsking = asked - before;
        double roundTrips = (double) (after - asked - ownAsking) / issued;
        // The first id was issued before the count began.
        Long burned = counted ? burned(opened.first(), next.first(), issued + 1) : null;
        return new RoundTrips(issued, Math.max(0, roundTrips), burned);
    }

    /** Counts the numbers in a range that were not issued. Null if they cannot be numbers of the same counter. */
    static @Nullable Long burned(long first, long next, long issued) {
        long taken = next - first;
        return taken < issued ? null : taken - issued;
    }
}
