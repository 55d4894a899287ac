package io.distid.bench.startup;

import io.distid.UuidGenerator;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How long a generator takes from its first id until it is as fast as {@link UUID#randomUUID()} ever is: the first millisecond that
 * holds at least as many of its ids as a good millisecond (the ninth decile, so that others on the machine do not count) does of
 * those, once they have been compiled in the same JVM.
 *
 * <p>That is when it is worth its choice; its own full rate, which is many times that, comes later, as it has to be compiled.
 */
final class WarmUpTime {
    /** Looked at; one that takes longer is told as this. */
    static final int LONGEST_MILLIS = 500;

    private static final int WARM_UP_MILLIS = 700;
    private static final int STEADY_MILLIS = 300;
    private static final int BETWEEN_LOOKS = 16;
    private static final long MS = 1_000_000;

    private static long sink;

    private WarmUpTime() {}

    /** Of a generator whose first id was taken just now. */
    static double millis(UuidGenerator ids) {
        int[] counts = counts(ids, LONGEST_MILLIS);
        int[] steady = counts(null, WARM_UP_MILLIS + STEADY_MILLIS);
        return millisUntil(counts, ninthDecile(Arrays.copyOfRange(steady, WARM_UP_MILLIS, steady.length)));
    }

    /** The end of the first ms that holds so many, or of the last one. */
    static double millisUntil(int[] counts, int wanted) {
        for (int ms = 0; ms < counts.length; ms++) {
            if (counts[ms] >= wanted) {
                return ms + 1.0;
            }
        }
        return counts.length;
    }

    private static int ninthDecile(int[] counts) {
        Arrays.sort(counts);
        return counts[counts.length * 9 / 10];
    }

    /** Ids in each of some milliseconds; of {@link UUID#randomUUID()} if there is no generator. */
    private static int[] counts(@Nullable UuidGenerator ids, int millis) {
        int[] counts = new int[millis];
        long start = System.nanoTime();
        for (long ms = 0; ms < millis; ms = (System.nanoTime() - start) / MS) {
            sink += ids == null ? drawJdk() : draw(ids);
            counts[(int) ms] += BETWEEN_LOOKS;
        }
        return counts;
    }

    private static long draw(UuidGenerator ids) {
        long sum = 0;
        for (int i = 0; i < BETWEEN_LOOKS; i++) {
            sum += ids.nextUuid().getLeastSignificantBits();
        }
        return sum;
    }

    private static long drawJdk() {
        long sum = 0;
        for (int i = 0; i < BETWEEN_LOOKS; i++) {
            sum += UUID.randomUUID().getLeastSignificantBits();
        }
        return sum;
    }
}
