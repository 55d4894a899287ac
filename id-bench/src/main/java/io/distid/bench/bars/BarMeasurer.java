package io.distid.bench.bars;

import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.latency.PacedProcess;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.StealMeter;
import io.distid.bench.startup.FirstIdRun;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.throughput.CoreToCoreLatency;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.ForkPlan;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.bench.throughput.TrialResult;
import io.distid.testservers.ServerUnavailableException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures bars: all the runs they need are taken in turn, round by round, and each figure is the median over the rounds.
 *
 * <p>Bars that these rounds cannot tell from their bound are measured for further rounds, until they can be told or there are {@link #MOST} times
 * as many. That rule looks at both sides of a bound alike, all rounds count, and none is ever taken again because of
 * what it showed. Not for use by several threads.
 */
public final class BarMeasurer {
    private static final Logger LOG = System.getLogger("io.distid.bench");
    /** Rounds of a bar that is close to its bound, as a multiple of those of all others. */
    public static final int MOST = 3;

    private static final int WARM_UPS = 2;
    /**
     * Of requests, of which a second has a few thousand: the compiler is done with what was called 20,000 times or so. And while it is busy, no
     * core comes to rest, and each wake-up between client and server takes half as long; it is so once more after 10 s, when Redisson first looks
     * after its leases, and for some 3 s.
     */
    private static final int REQUEST_WARM_UPS = 15;
    /** New JVMs for each first id, at least. */
    private static final int FIRSTS = 20;

    private static final Duration ITERATION = Duration.ofSeconds(1);
    /** A JVM's start, and what JMH does before and after. */
    private static final Duration OVERHEAD = Duration.ofMillis(1500);

    private final String only;
    private final int rounds;
    private final int seconds;
    private final List<Bar> chosen;
    private final Set<BarRun> runs = new LinkedHashSet<>();
    private final CoreMigrationRetry cores = new CoreMigrationRetry(new CoreToCoreLatency()::sample);
    private final StealMeter meter = new StealMeter();

    /** What a JVM has shown, and the machine's CPU time meanwhile. */
    private record Timed(TrialResult result, @Nullable CpuTime time) {}

    /**
     * Of some bars.
     *
     * @param only those whose name contains this; all if it is empty
     * @param rounds JVMs for each run, 1 or more
     * @param seconds measured in each of them, 1 or more
     */
    public BarMeasurer(String only, int rounds, int seconds) {
        this.only = only.toLowerCase(Locale.ROOT);
        this.rounds = rounds;
        this.seconds = seconds;
        this.chosen = BarCatalogue.all().filter(this::isChosen).toList();
        chosen.forEach(bar -> bar.runs().forEach(runs::add));
    }

    /** Receives the progress of a measurement. Called by one thread, the one that measures. */
    public interface Listener {
        /**
         * A JVM is about to be started, or several short ones.
         *
         * @param what is measured
         * @param estimate about how long it takes
         */
        void begins(String what, Duration estimate);

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
     * About how long it takes.
     *
     * @return over all rounds
     */
    public Duration estimate() {
        return runs.stream()
                .filter(run -> run.mode() != BarRun.Mode.FIRST)
                .map(this::estimateOf)
                .reduce(estimateOfFirsts(), Duration::plus)
                .multipliedBy(rounds);
    }

    private Duration estimateOf(BarRun run) {
        return switch (run.mode()) {
            case FIRST_SECOND, STORE_PAUSED -> PacedProcess.ESTIMATE;
            case REQUEST -> OVERHEAD.plusSeconds(REQUEST_WARM_UPS + seconds);
            default -> OVERHEAD.plusSeconds(WARM_UPS + seconds);
        };
    }

    /**
     * Measures the chosen bars.
     *
     * @param servers where the servers are; those that are needed are started
     * @param listener receives the progress
     * @return a line for each of them; not measured are those of which a run lacks its server
     * @throws InterruptedException if a JVM was ended by a signal from the keyboard, as this JVM is about to be
     */
    public List<BarLine> measure(Servers servers, Listener listener) throws InterruptedException {
        Provenance provenance = Provenance.now(rounds, seconds);
        Map<BarRun, BarFigures> measured = unmeasured(runs);
        try (SettingsFile settings = SettingsFile.write(settings(servers, measured));
                FirstIdRun firstIds = new FirstIdRun(settings)) {
            Children children = new Children(settings, firstIds, servers, listener);
            for (int round = 1; round <= MOST * rounds; round++) {
                Set<BarRun> due = round <= rounds ? runs : ofCloseBars(measured);
                if (due.isEmpty()) {
                    break;
                }
                children.round(due, measured, ", round " + round + "/" + rounds);
                if (round <= rounds) {
                    children.firsts(runs, measured, ", round " + round + "/" + rounds);
                }
                listener.stands(lines(measured, provenance));
            }
            if (again(children, measured)) {
                listener.stands(lines(measured, provenance));
            }
        }
        return lines(measured, provenance).stream()
                .filter(line -> line.name().toLowerCase(Locale.ROOT).contains(only))
                .toList();
    }

    /** Each of some runs, with no round yet. */
    Map<BarRun, BarFigures> unmeasured(Set<BarRun> some) {
        Map<BarRun, BarFigures> figures = new LinkedHashMap<>();
        some.forEach(run -> figures.put(run, new BarFigures(needed(run))));
        return figures;
    }

    /** All runs of the chosen bars, each once. */
    Set<BarRun> runs() {
        return Collections.unmodifiableSet(runs);
    }

    /** What is asked of each round of a run, where one that lacks it fails the run and not all that was measured. */
    private Set<Figure> needed(BarRun run) {
        return chosen.stream()
                .filter(bar -> bar.runs().anyMatch(run::equals))
                .map(Bar::figure)
                .collect(Collectors.toSet());
    }

    /**
     * Measures the runs of bars under steal once more and not again, in turn, as many rounds as all have: of each run that measurement counts which the host
     * took less of, whatever it has shown.
     *
     * @return whether there were any
     */
    private boolean again(Children children, Map<BarRun, BarFigures> measured) throws InterruptedException {
        Set<BarRun> due = chosen.stream()
                .filter(bar -> bar.runs().anyMatch(run -> measured.get(run).underSteal()))
                .flatMap(Bar::runs)
                .filter(run -> !measured.get(run).isOver())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (due.isEmpty()) {
            return false;
        }
        Map<BarRun, BarFigures> second = unmeasured(due);
        for (int round = 1; round <= rounds; round++) {
            String what = ", once more under less steal, round " + round + "/" + rounds;
            children.round(due, second, what);
            children.firsts(due, second, what);
        }
        second.forEach((run, figures) -> measured.computeIfPresent(run, (any, first) -> first.orAgain(figures)));
        LOG.log(
                Level.WARNING,
                "the host took more than a tenth of the CPU time while bars were measured, so these were measured once more: "
                        + due.stream().map(BarRun::toString).collect(Collectors.joining(", ")));
        return true;
    }

    /** The JVMs that are started for runs, one after the other. */
    private final class Children {
        private final Servers servers;
        private final Listener listener;
        private final ThroughputRun throughput;
        private final FirstIdRun firstIds;
        private final PacedProcess process;

        Children(SettingsFile settings, FirstIdRun firstIds, Servers servers, Listener listener) {
            this.firstIds = firstIds;
            this.servers = servers;
            this.listener = listener;
            throughput = new ThroughputRun(settings);
            process = new PacedProcess(settings);
        }

        /** A JVM for each run but first ids. */
        void round(Set<BarRun> due, Map<BarRun, BarFigures> figures, String which) throws InterruptedException {
            for (BarRun run : due) {
                if (run.mode() != BarRun.Mode.FIRST) {
                    listener.begins(run + which, estimateOf(run));
                    listener.ended(one(run, figures.get(run)));
                }
            }
        }

        private String one(BarRun run, BarFigures figures) throws InterruptedException {
            return switch (run.mode()) {
                case FIRST_SECOND -> measure(figures, () -> process.firstSecond(run.target()));
                case STORE_PAUSED ->
                    measure(figures, () -> process.whileStorePaused(run.target(), servers.mySqlServer()));
                default -> measure(run, throughput, figures);
            };
        }

        /** JVMs for the first ids, if any are due. */
        void firsts(Set<BarRun> due, Map<BarRun, BarFigures> figures, String which) throws InterruptedException {
            if (due.stream().anyMatch(run -> run.mode() == BarRun.Mode.FIRST)) {
                listener.begins("first ids" + which, estimateOfFirsts());
                listener.ended(measureFirsts(firstIds, due, figures));
            }
        }
    }

    /** Of bars with the same number of rounds for all their runs; first ids have their own, which are many. */
    private Set<BarRun> ofCloseBars(Map<BarRun, BarFigures> measured) {
        return chosen.stream()
                .filter(bar -> bar.runs().noneMatch(run -> run.mode() == BarRun.Mode.FIRST))
                .filter(bar -> bar.isClose(measured))
                .flatMap(Bar::runs)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The settings of all subjects but those whose server cannot be had, or that fail. */
    private Map<String, Map<String, String>> settings(Servers servers, Map<BarRun, BarFigures> measured) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        measured.forEach((run, figures) -> {
            String subject = run.target().subject();
            try {
                if (!subject.isEmpty() && !all.containsKey(subject)) {
                    all.put(subject, Catalogue.subject(subject).settings().of(0, servers));
                }
            } catch (ServerUnavailableException e) {
                figures.lacks(LabSecrets.hide("no server: " + e.getMessage()));
            } catch (RuntimeException e) {
                figures.failed(FailureReason.of(e));
            }
        });
        return all;
    }

    /** As many of each, in turn, as make 20 over all rounds. */
    private String measureFirsts(FirstIdRun firstIds, Set<BarRun> due, Map<BarRun, BarFigures> measured)
            throws InterruptedException {
        for (int turn = 0; turn < firstsOfARound(); turn++) {
            for (BarRun run : due) {
                BarFigures figures = measured.get(run);
                if (run.mode() == BarRun.Mode.FIRST && !figures.isOver()) {
                    try {
                        meter.begin();
                        TrialResult first = firstIds.measure(run.target());
                        figures.add(first, null, meter.spent());
                    } catch (RuntimeException e) {
                        figures.failed(FailureReason.of(e));
                    }
                }
            }
        }
        return "measured";
    }

    private int firstsOfARound() {
        return (FIRSTS + rounds - 1) / rounds;
    }

    private long firsts() {
        return runs.stream().filter(run -> run.mode() == BarRun.Mode.FIRST).count();
    }

    private Duration estimateOfFirsts() {
        return FirstIdRun.ESTIMATE.multipliedBy(firsts() * firstsOfARound());
    }

    private String measure(BarFigures figures, CoreMigrationRetry.Measurement<TrialResult> measurement)
            throws InterruptedException {
        if (figures.isOver()) {
            return figures.outcome();
        }
        try {
            meter.begin();
            TrialResult found = measurement.measure();
            figures.add(found, null, meter.spent());
            return figures.outcome();
        } catch (RuntimeException e) {
            figures.failed(FailureReason.of(e));
            return figures.outcome();
        }
    }

    private String measure(BarRun run, ThroughputRun throughput, BarFigures figures) throws InterruptedException {
        if (figures.isOver()) {
            return figures.outcome();
        }
        try {
            ForkPlan plan = plan(run);
            CoreMigrationRetry.Measurement<Timed> measurement = () -> {
                meter.begin();
                TrialResult found = throughput.measure(run.target(), plan).get(0);
                return new Timed(found, meter.spent());
            };
            if (run.threads() == 1) {
                Timed timed = measurement.measure();
                figures.add(timed.result(), null, timed.time());
            } else {
                CoreMigrationRetry.Measured<Timed> watched = cores.measure(measurement);
                figures.add(
                        watched.value().result(),
                        watched.coresMoved(),
                        watched.value().time());
            }
            return figures.outcome();
        } catch (RuntimeException e) {
            figures.failed(FailureReason.of(e));
            return figures.outcome();
        }
    }

    private ForkPlan plan(BarRun run) {
        List<Integer> threads = List.of(run.threads());
        String subject = run.target().subject();
        boolean grows = !subject.isEmpty() && Catalogue.subject(subject).server() != null;
        // Ranges of a store grow from 2000 to a million ids, in nine steps of a quarter of a second.
        int unrequested = grows ? WARM_UPS + 1 : WARM_UPS;
        return new ForkPlan(
                run.mode() == BarRun.Mode.REQUEST ? REQUEST_WARM_UPS : unrequested,
                ITERATION,
                Duration.ZERO,
                seconds,
                ITERATION,
                run.batch() ? List.of() : threads,
                run.batch() ? threads : List.of());
    }

    /** Logs a warning, if the host moved its cores while bars were measured: how often something was measured again for it. */
    public void warnIfMoved() {
        if (!cores.message().isEmpty()) {
            LOG.log(Level.WARNING, cores.message());
        }
    }

    private List<BarLine> lines(Map<BarRun, BarFigures> measured, Provenance provenance) {
        return BarCatalogue.all()
                .map(bar -> isChosen(bar) ? bar.result(measured, provenance) : bar.unmeasured("not chosen: run `bars`"))
                .toList();
    }
}
