package io.distid.bench.bars;

import io.distid.bench.report.BarLine;
import io.distid.bench.throughput.CoreDistance;
import io.distid.bench.throughput.JmhFailure;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures bars: all the runs they need are taken in turn, round by round, and each figure is the median over the rounds. Not
 * for use by several threads.
 */
public final class BarsRun {
    private static final Logger LOG = System.getLogger("io.distid.bench");
    /** A JVM's start, and what JMH does before and after. */
    private static final Duration OVERHEAD = Duration.ofMillis(1500);

    private final String only;
    private final int rounds;
    private final int seconds;
    private final List<Bar> chosen;
    private final Set<Run> runs = new LinkedHashSet<>();
    private final SteadyCores cores = new SteadyCores(new CoreDistance()::look);

    /**
     * Of some bars.
     *
     * @param only those whose name contains this; all if it is empty
     * @param rounds JVMs for each run, 1 or more
     * @param seconds measured in each of them, 1 or more
     */
    public BarsRun(String only, int rounds, int seconds) {
        this.only = only.toLowerCase(Locale.ROOT);
        this.rounds = rounds;
        this.seconds = seconds;
        this.chosen = bars().filter(this::isChosen).toList();
        chosen.forEach(bar -> bar.runs().forEach(runs::add));
    }

    /** Is told how it goes. */
    public interface Listener {
        /**
         * A JVM is about to be started.
         *
         * @param what it measures
         */
        void begins(String what);

        /**
         * It has ended.
         *
         * @param how it went, in a few words
         */
        void ended(String how);

        /**
         * A round has ended.
         *
         * @param lines all bars, as they stand
         */
        void stands(List<BarLine> lines);
    }

    /**
     * All bars there are, none of them measured.
     *
     * @param reason why not
     * @return a line for each
     */
    public static List<BarLine> unmeasured(String reason) {
        return bars().map(bar -> bar.unmeasured(reason)).toList();
    }

    private static Stream<Bar> bars() {
        return Stream.of(SnowflakeBars.all(), SonyflakeBars.all(), LeafBars.all(), UuidBars.all(), TextBars.all())
                .flatMap(List::stream);
    }

    private boolean isChosen(Bar bar) {
        return bar.name().toLowerCase(Locale.ROOT).contains(only);
    }

    /**
     * Whether no bar's name contains the text.
     *
     * @return true if there is nothing to measure
     */
    public boolean isEmpty() {
        return chosen.isEmpty();
    }

    /**
     * About how long a JVM takes.
     *
     * @return its warm-up, what is measured, and its start
     */
    public Duration estimateOfOne() {
        return OVERHEAD.plusSeconds(Jmh.WARM_UPS + seconds);
    }

    /**
     * How many JVMs are started.
     *
     * @return runs by rounds
     */
    public int jvms() {
        return rounds * runs.size();
    }

    /**
     * Measures the chosen bars.
     *
     * @param listener is told how it goes
     * @return a line for each of them
     * @throws IOException if a file for the JVMs cannot be written
     * @throws InterruptedException if a JVM was ended by a signal from the keyboard, as this JVM is about to be
     */
    public List<BarLine> measure(Listener listener) throws IOException, InterruptedException {
        Jmh jmh = new Jmh(seconds, TimeValue.seconds(1));
        Map<Run, List<Sample>> samples = new LinkedHashMap<>();
        Map<Run, String> failures = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Run run : runs) {
                listener.begins(run + ", round " + round + "/" + rounds);
                try {
                    samples.computeIfAbsent(run, none -> new ArrayList<>())
                            .add(run.threads() == 1 ? jmh.measure(run) : cores.measure(() -> jmh.measure(run)));
                    listener.ended("measured");
                } catch (RunnerException e) {
                    String reason = JmhFailure.reason(e);
                    failures.put(run, reason);
                    listener.ended("failed: " + reason);
                }
            }
            listener.stands(lines(samples, failures));
        }
        return lines(samples, failures).stream()
                .filter(line -> line.name().toLowerCase(Locale.ROOT).contains(only))
                .toList();
    }

    /** Logs a warning, if the host moved its cores while bars were measured: how often something was measured again for it. */
    public void warnIfMoved() {
        if (!cores.told().isEmpty()) {
            LOG.log(Level.WARNING, cores.told());
        }
    }

    private List<BarLine> lines(Map<Run, List<Sample>> samples, Map<Run, String> failures) {
        Map<Run, Sample> medians = new LinkedHashMap<>();
        samples.forEach((run, rounded) -> {
            if (!rounded.isEmpty()) {
                medians.put(run, Sample.median(rounded));
            }
        });
        return bars().map(
                        bar -> isChosen(bar) ? bar.result(medians, failures) : bar.unmeasured("not chosen: run `bars`"))
                .toList();
    }
}
