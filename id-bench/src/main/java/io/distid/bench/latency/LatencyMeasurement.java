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

/** One subject, a process for each round, and what they have shown so far. For use by one thread. */
public final class LatencyMeasurement {
    /** What the yardstick is called: a counter, which is measured as a subject is. */
    public static final String BARE = LatencyChild.BARE;

    /** Fast enough for 100,000 calls in a quarter of a second, slow enough to leave a caller idle most of the time. */
    static final double ARRIVALS = 400_000;

    /** What is slower gets half of what it did flat out: a load that it can bear, with some left for bad moments. */
    static final double LOAD = 0.5;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final String name;
    private final LatencyPlan plan;
    private final SettingsFile settings;
    private final List<Double> firsts = new ArrayList<>();
    private @Nullable TimedCalls flatOut;
    private @Nullable TimedCalls paced;
    private @Nullable RoundTrips roundTrips;
    private double arrivals;

    /**
     * Nothing of it measured yet.
     *
     * @param name as the catalogue finds it, or {@link #BARE}
     * @param plan how long
     * @param settings where its settings are
     */
    public LatencyMeasurement(String name, LatencyPlan plan, SettingsFile settings) {
        this.name = name;
        this.plan = plan;
        this.settings = settings;
    }

    /**
     * Measures in one more process.
     *
     * @param counter connects to the server that its ids cost round trips to, to be asked in the first round; null if there is none
     * @throws IllegalStateException if the process failed, ended or hangs; the message is the reason
     * @throws InterruptedException if it was ended by a signal from the keyboard
     */
    public void round(@Nullable Supplier<ServerCounter> counter) throws InterruptedException {
        try (ChildJvm jvm = LatencyChild.start(name, name, settings)) {
            LatencyChild.ready(jvm);
            OpenedGenerator opened = OpenedGenerator.by(jvm, Duration.ZERO);
            firsts.add(opened.millis());
            TimedCalls fast = flatOut(jvm);
            flatOut = flatOut == null ? fast : flatOut.plus(fast);
            if (arrivals == 0) {
                arrivals = arrivals(fast.perSecond());
            }
            TimedCalls scheduled = paced(jvm);
            paced = paced == null ? scheduled : paced.plus(scheduled);
            jvm.tell("close");
            jvm.await("closed", PATIENCE);
            if (counter != null && roundTrips == null) {
                roundTrips = roundTrips(jvm, counter);
            }
        }
    }

    private @Nullable RoundTrips roundTrips(ChildJvm jvm, Supplier<ServerCounter> counter) throws InterruptedException {
        try (ServerCounter counting = counter.get()) {
            return RoundTripCount.of(jvm, counting, RoundTripCount.MOST, plan.roundTrips());
        } catch (UncountedException e) {
            System.getLogger(LatencyMeasurement.class.getName())
                    .log(System.Logger.Level.WARNING, "round trips of {0} are not counted: {1}", name, e.getMessage());
            return null;
        }
    }

    /** How long calls took, over all rounds: flat out, and at a fixed rate; without those that made too few calls to tell. */
    public List<Latency> latency() {
        List<Latency> all = new ArrayList<>();
        if (paced != null && paced.made() >= Percentiles.LEAST) {
            all.add(Percentiles.of(paced, arrivals));
        }
        if (flatOut != null && flatOut.made() >= Percentiles.LEAST) {
            all.add(Percentiles.of(flatOut, null));
        }
        return all;
    }

    /** Whether there is a first id to tell of; false if its first process failed before that. */
    public boolean wasOpened() {
        return !firsts.isEmpty();
    }

    /** How long the first id took; {@code leases}: what sources of worker ids add to it; over all rounds, in one of which it was opened. */
    public StartUp startUp(List<StartUp.Lease> leases) {
        double longest = firsts.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return StartUp.of(firsts.size(), Median.of(firsts), longest, leases);
    }

    /** What the server had to do; null if there was none to count it. */
    public @Nullable RoundTrips roundTrips() {
        return roundTrips;
    }

    /** Arrivals a second that are sustainable at a rate, to two digits. */
    static double arrivals(double flatOut) {
        double most = Math.min(ARRIVALS, flatOut * LOAD);
        double unit = Math.pow(10, Math.floor(Math.log10(most)) - 1);
        return Math.floor(most / unit) * unit;
    }

    private TimedCalls flatOut(ChildJvm jvm) throws InterruptedException {
        flatOut(jvm, plan.warmUp(), 1);
        return flatOut(jvm, plan.flatOut(), Percentiles.LEAST);
    }

    private static TimedCalls flatOut(ChildJvm jvm, Duration window, long least) throws InterruptedException {
        jvm.tell("flat-out", window.toNanos(), least, LONGEST.toNanos());
        return TimedCalls.of(jvm.await("timed", PATIENCE));
    }

    private TimedCalls paced(ChildJvm jvm) throws InterruptedException {
        paced(jvm, (long) (arrivals * plan.warmUp().toNanos() / 1e9) + 1);
        return paced(jvm, Math.max(Percentiles.LEAST, (long)
                Math.ceil(arrivals * plan.paced().toNanos() / 1e9)));
    }

    private TimedCalls paced(ChildJvm jvm, long count) throws InterruptedException {
        jvm.tell("paced", arrivals, count, LONGEST.toNanos());
        return TimedCalls.of(jvm.await("timed", PATIENCE));
    }
}
