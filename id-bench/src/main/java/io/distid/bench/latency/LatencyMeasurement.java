package io.distid.bench.latency;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.results.Latency;
import io.distid.bench.results.Median;
import io.distid.bench.results.RoundTrips;
import io.distid.bench.results.StartUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One subject, with a process for each round, and the results so far. For use by one thread. */
public final class LatencyMeasurement {
    /** The name of the reference: a counter that is measured like a subject. */
    public static final String BARE = LatencyChild.BARE;

    /** Fast enough for 100,000 calls in a quarter of a second, slow enough to leave a caller idle most of the time. */
    static final double ARRIVALS = 400_000;

    /**
     * The load of slower subjects, as a part of their full rate. They can sustain it, with a reserve for bad moments.
     */
    static final double LOAD = 0.5;

    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final String name;
    private final LatencyPlan plan;
    private final SettingsFile settings;
    private final List<Double> firsts = new ArrayList<>();
    private @Nullable TimedCalls flatOut;
    private @Nullable TimedCalls paced;
    private @Nullable RoundTrips roundTrips;
    private double arrivals;

    /** Nothing of it measured yet. */
    public LatencyMeasurement(String name, LatencyPlan plan, SettingsFile settings) {
        this.name = name;
        this.plan = plan;
        this.settings = settings;
    }

    /** Measures in one more process. */
    public void round(@Nullable Supplier<ServerCounter> counter) throws InterruptedException {
        try (ChildJvm jvm = LatencyChild.start(name, name, settings)) {
            LatencyChild.ready(jvm);
            firsts.add(LatencyChild.open(jvm, Duration.ZERO).millis());
            flatOut(jvm, plan.warmUp(), 1);
            TimedCalls fast = flatOut(jvm, plan.flatOut(), TimedCalls.LEAST);
            flatOut = fast.plus(flatOut);
            if (arrivals == 0) {
                arrivals = arrivals(fast.perSecond());
            }
            paced(jvm, (long) (arrivals * plan.warmUp().toNanos() / 1e9) + 1);
            long count = (long) Math.ceil(arrivals * plan.paced().toNanos() / 1e9);
            paced = paced(jvm, Math.max(TimedCalls.LEAST, count)).plus(paced);
            jvm.order(LatencyChild::close, LatencyChild.PATIENCE);
            if (counter != null && roundTrips == null) {
                roundTrips = roundTrips(jvm, counter);
            }
        }
    }

    private @Nullable RoundTrips roundTrips(ChildJvm jvm, Supplier<ServerCounter> counter) throws InterruptedException {
        try (ServerCounter counting = counter.get()) {
            return RoundTripCount.of(jvm, counting, RoundTripCount.MOST, plan.roundTrips());
        } catch (ServerCounter.UncountedException e) {
            System.getLogger(LatencyMeasurement.class.getName())
                    .log(System.Logger.Level.WARNING, "round trips of {0} are not counted: {1}", name, e.getMessage());
            return null;
        }
    }

    /** The latency over all rounds, at full speed and at a fixed rate. A series with too few calls is left out. */
    public List<Latency> latency() {
        List<Latency> all = new ArrayList<>();
        if (paced != null && paced.made() >= TimedCalls.LEAST) {
            all.add(paced.latency(arrivals));
        }
        if (flatOut != null && flatOut.made() >= TimedCalls.LEAST) {
            all.add(flatOut.latency(null));
        }
        return all;
    }

    /** Whether a first id was measured; false if the first process failed before it. */
    public boolean wasOpened() {
        return !firsts.isEmpty();
    }

    /**
     * How long the first id took, over all rounds; {@code leases}: the time that sources of worker ids add. At least
     * one round must have opened it.
     */
    public StartUp startUp(List<StartUp.Lease> leases) {
        double longest = firsts.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return StartUp.of(firsts.size(), Median.of(firsts), longest, leases);
    }

    /** The round trips to the server; null if no server counted them. */
    public @Nullable RoundTrips roundTrips() {
        return roundTrips;
    }

    /** The arrivals a second that a full rate can sustain, to two digits. */
    static double arrivals(double flatOut) {
        double most = Math.min(ARRIVALS, flatOut * LOAD);
        double unit = Math.pow(10, Math.floor(Math.log10(most)) - 1);
        return Math.floor(most / unit) * unit;
    }

    private static TimedCalls flatOut(ChildJvm jvm, Duration window, long least) throws InterruptedException {
        return jvm.run((LatencyChild child) -> child.calls().flatOut(window, least, LONGEST), LatencyChild.PATIENCE);
    }

    private TimedCalls paced(ChildJvm jvm, long count) throws InterruptedException {
        double perSecond = arrivals;
        return jvm.run((LatencyChild child) -> child.calls().paced(perSecond, count, LONGEST), LatencyChild.PATIENCE);
    }
}
