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
 * Reads one generator's stats, once for all meters of a scrape. Safe for use by any number of threads.
 *
 * <p>A registry does not say when a scrape begins or ends; it only reads meter after meter. So a snapshot is used for
 * {@link #KEPT}, which is longer than a scrape takes and shorter than the time between two.
 *
 * <p>The generator is held weakly. If it is closed or gone, or its stats throw, gauges are NaN and counters keep their
 * last value. A counter must not be NaN: each rate computed from it would be lost.
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
    /** How often the counts began again at 0. */
    private int resets;

    /**
     * Reads for the first time, outside a scrape. The caller gets an exception of it.
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

    /** The last stats that could be read. The first ones decide which meters there are. */
    synchronized IdStats lastKnown() {
        return lastKnown;
    }

    /** Returns null once the generator is gone. */
    @Nullable
    IdGenerator generator() {
        return generator.get();
    }

    /** Whether the generator is neither closed nor gone. A generator whose stats throw counts as alive. */
    synchronized boolean isAlive() {
        current = ask();
        return current != null || failing;
    }

    /** The function of a gauge: the current figure, or NaN if there is none. It does not hold the generator. */
    ToDoubleFunction<IdGenerator> now(ToDoubleFunction<IdStats> figure) {
        return of -> {
            IdStats stats = read();
            return stats == null ? Double.NaN : figure.applyAsDouble(stats);
        };
    }

    /**
     * The function of a counter: the current count, or the last known one. It never falls: if the generator's counts
     * begin again at 0, it goes on from its old value. For one counter of one registry. It does not hold the generator.
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
     * A registry that pushes steps takes the difference of two readings. If the counter fell, it would push a negative
     * step. So a figure that is lower without a reset adds nothing until it exceeds its old value.
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

    /** In seconds, also for durations that are too long for nanoseconds. */
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

    /** Returns null if the generator is closed or gone, or its stats throw. */
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
            // Keep the stats of a closed generator, too: no later stats will include its last ids.
            lastKnown = stats;
            return stats.closed() ? null : stats;
        } catch (RuntimeException | Error e) {
            // If one meter throws, a registry gives up the whole scrape.
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
