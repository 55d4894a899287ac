package io.distid.micrometer;

import io.distid.IdGenerator;
import io.distid.IdStats;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One generator's stats, asked for once for all meters of a scrape. Safe for use by any number of threads.
 *
 * <p>A registry does not tell when a scrape begins or ends; it only reads meter after meter. So one snapshot serves all that is read
 * within {@link #KEPT}, which is longer than a scrape takes and shorter than the time between two.
 *
 * <p>Knows the generator weakly. Once that is closed, or gone, or its stats throw, gauges are NaN, and counters stay as they were at its end or when it was last
 * asked: a counter that is NaN spoils each rate that is computed of it.
 */
final class StatsReading {
    static final Duration KEPT = Duration.ofMillis(250);
    private static final System.Logger LOG = System.getLogger(DistidMetrics.class.getName());

    private final String name;
    private final WeakReference<IdGenerator> generator;
    private final LongSupplier nanoTime;

    private long readAt;
    private @Nullable IdStats current;
    private IdStats lastKnown;
    private boolean failing;
    /** How often the counts began anew. */
    private int resets;

    /**
     * Reads for the first time, outside any scrape: what that throws, the caller gets.
     *
     * @param name the generator's, for messages
     */
    StatsReading(String name, IdGenerator generator, LongSupplier nanoTime) {
        this.name = name;
        this.generator = new WeakReference<>(generator);
        this.nanoTime = nanoTime;
        readAt = nanoTime.getAsLong();
        lastKnown = generator.stats();
        current = lastKnown.closed() ? null : lastKnown;
    }

    /** What the first snapshot had, and so what there are meters for. */
    synchronized IdStats lastKnown() {
        return lastKnown;
    }

    /** Null once nobody holds it any more. */
    @Nullable
    IdGenerator generator() {
        return generator.get();
    }

    /** Whether the generator is neither closed nor gone; of one whose stats throw nobody knows, and it counts as alive. */
    synchronized boolean isAlive() {
        current = ask();
        return current != null || failing;
    }

    /** What a gauge reads: a figure of this moment, NaN if there is none. Of the generator it holds nothing. */
    ToDoubleFunction<IdGenerator> now(ToDoubleFunction<IdStats> figure) {
        return of -> {
            IdStats stats = read();
            return stats == null ? Double.NaN : figure.applyAsDouble(stats);
        };
    }

    /**
     * What a counter reads: a count of this moment, or the last that is known; it never falls, and where the generator's counts begin anew, goes on from what it was.
     * For one counter of one registry. Of the generator it holds nothing.
     */
    ToLongFunction<IdGenerator> count(ToLongFunction<IdStats> figure) {
        RisingCount count = new RisingCount();
        return of -> {
            synchronized (this) {
                read();
                return count.next(figure.applyAsLong(lastKnown), resets);
            }
        };
    }

    /*
     * A registry that pushes steps takes the difference of two readings, and would push one below 0 if the counter fell. Of a figure that is lower without a reset nothing is
     * added until it has made up for that.
     */
    private static final class RisingCount {
        private long ended;
        private long last;
        private int resets;

        long next(long figure, int resetsNow) {
            if (figure >= last) {
                last = figure;
            } else if (resetsNow != resets) {
                ended += last;
                last = figure;
            }
            resets = resetsNow;
            return ended + last;
        }
    }

    /** In seconds; NaN if there is none. */
    static double seconds(Optional<Duration> time) {
        return time.map(StatsReading::seconds).orElse(Double.NaN);
    }

    /** In seconds, also of what is too long for nanoseconds. */
    static double seconds(@Nullable Duration time) {
        return time == null ? Double.NaN : time.getSeconds() + time.getNano() / 1e9;
    }

    private synchronized @Nullable IdStats read() {
        long now = nanoTime.getAsLong();
        if (now - readAt >= KEPT.toNanos()) {
            readAt = now;
            current = ask();
        }
        return current;
    }

    /** Null if it is closed or gone, or its stats throw. */
    private @Nullable IdStats ask() {
        IdGenerator asked = generator.get();
        if (asked == null) {
            failing = false;
            return null;
        }
        try {
            IdStats stats = asked.stats();
            failing = false;
            if (CountReset.isBetween(lastKnown, stats)) {
                resets++;
            }
            // Those of one that is closed, too: what its last ids and its close added is told by no later ones.
            lastKnown = stats;
            return stats.closed() ? null : stats;
        } catch (RuntimeException | Error e) {
            // A registry gives up the whole scrape for one meter that throws.
            if (!failing) {
                LOG.log(
                        Level.WARNING,
                        "stats() of generator \"" + name + "\" failed; its gauges are NaN until it does not",
                        e);
            }
            failing = true;
            return null;
        }
    }
}
