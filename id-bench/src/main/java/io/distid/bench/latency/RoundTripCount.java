package io.distid.bench.latency;

import io.distid.Coordination;
import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.results.RoundTrips;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets the server count what a number of ids costs it, and finds what is lost of the numbers that were taken.
 *
 * <p>Numbers from a store are handed out once each. So those between the first id of one generator and the first id of the next one,
 * opened when that is closed, are all that the first has taken; what it did not issue of them is burned.
 */
final class RoundTripCount {
    /** At a million ids one strategy's ranges can be compared with another's, whatever their speed. */
    static final long MOST = 1_000_000;

    /** So few that even the slowest gets there, so many that a stray heartbeat counts for less than a thousandth. */
    private static final long LEAST = 2_000;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private RoundTripCount() {}

    /**
     * Opens, issues and closes in a process that listens, and opens and closes again.
     *
     * @param most how many ids are issued
     * @param window how long, unless there are so many before
     */
    static RoundTrips of(ChildJvm jvm, ServerCounter counter, long most, Duration window) throws InterruptedException {
        OpenedGenerator opened = OpenedGenerator.by(jvm, Duration.ZERO);
        long before = counter.requests();
        long asked = counter.requests();
        jvm.tell("issue", most, LEAST, window.toNanos());
        long issued = Long.parseLong(jvm.await("issued", PATIENCE).get(0));
        long after = counter.requests();
        boolean counted = counts(jvm);
        close(jvm);
        OpenedGenerator next = OpenedGenerator.by(jvm, Duration.ZERO);
        close(jvm);
        long ownAsking = asked - before;
        double roundTrips = (double) (after - asked - ownAsking) / issued;
        // The first id was drawn before the count began.
        Long burned = counted ? burned(opened.first(), next.first(), issued + 1) : null;
        return new RoundTrips(issued, Math.max(0, roundTrips), burned);
    }

    /** Of all numbers from one up to another, those that were not issued; null if they cannot be numbers of one counter. */
    static @Nullable Long burned(long first, long next, long issued) {
        long taken = next - first;
        return taken < issued ? null : taken - issued;
    }

    /** Whether ids are numbers that a store counts out. */
    private static boolean counts(ChildJvm jvm) throws InterruptedException {
        jvm.tell("claims");
        List<String> claims = jvm.await("claims", PATIENCE);
        Coordination coordination = Coordination.valueOf(claims.get(1));
        return Integer.parseInt(claims.get(0)) == 63
                && (coordination == Coordination.PER_BATCH || coordination == Coordination.PER_ID);
    }

    private static void close(ChildJvm jvm) throws InterruptedException {
        jvm.tell("close");
        jvm.await("closed", PATIENCE);
    }
}
