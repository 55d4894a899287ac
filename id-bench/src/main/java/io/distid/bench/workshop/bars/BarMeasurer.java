package io.distid.bench.workshop.bars;

import io.distid.bench.jvm.FailureReason;
import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.ForkPlan;
import io.distid.bench.throughput.ThroughputRun;
import io.distid.bench.throughput.TrialResult;
import io.distid.bench.workshop.startup.FirstIdRun;
import io.distid.testservers.process.ServerUnavailableException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Measures bars. All runs take turns, round by round, and each figure is the median over the rounds. All rounds count:
 * none is repeated because of its figures. Not for use by several threads.
 */
public final class BarMeasurer {
    private static final int WARM_UPS = 2;

    /**
     * Warm-up iterations for requests, which number a few thousand a second. The compiler is done after about 20,000
     * calls. While it is busy, no core rests, and a wake-up between client and server takes half as long. The same
     * happens for about 3 s after 10 s, when Redisson first renews its leases.
     */
    private static final int REQUEST_WARM_UPS = 15;

    /** The fewest new JVMs for each first id. */
    private static final int FIRSTS = 20;

    private static final Duration ITERATION = Duration.ofSeconds(1);

    /** The time for a JVM's start and JMH's own work. */
    private static final Duration OVERHEAD = Duration.ofMillis(1500);

    private final int rounds;
    private final int seconds;
    private final List<Bar> chosen;
    private final Set<BarRun> runs = new LinkedHashSet<>();
    private final StealMeter meter = new StealMeter();

    /** For some bars. */
    public BarMeasurer(String only, int rounds, int seconds) {
        String part = only.toLowerCase(Locale.ROOT);
        this.rounds = rounds;
        this.seconds = seconds;
        this.chosen = BarCatalogue.all()
                .filter(bar -> bar.name().toLowerCase(Locale.ROOT).contains(part))
                .toList();
        chosen.forEach(bar -> bar.runs().forEach(runs::add));
    }

    /** Whether no bar's name contains the text. */
    public boolean isEmpty() {
        return chosen.isEmpty();
    }

    /** About how long it takes, over all rounds. */
    public Duration estimate() {
        return runs.stream()
                .map(this::estimateOf)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(rounds);
    }

    private Duration estimateOf(BarRun run) {
        return switch (run.mode()) {
            case FIRST -> FirstIdRun.ESTIMATE.multipliedBy(firstsOfARound());
            case REQUEST -> OVERHEAD.plusSeconds(REQUEST_WARM_UPS + seconds);
            default -> OVERHEAD.plusSeconds(WARM_UPS + seconds);
        };
    }

    /** Measures the chosen bars. */
    public List<BarLine> measure(Servers servers, Steps steps) throws InterruptedException {
        Provenance provenance = Provenance.now(rounds, seconds);
        Map<BarRun, BarFigures> measured = unmeasured();
        try (SettingsFile settings = SettingsFile.write(settings(servers, measured));
                FirstIdRun firstIds = new FirstIdRun(settings)) {
            ThroughputRun throughput = new ThroughputRun(settings);
            for (int round = 1; round <= rounds; round++) {
                for (BarRun run : runs) {
                    BarFigures figures = measured.get(run);
                    steps.step(run + ", round " + round + "/" + rounds, estimateOf(run));
                    int times = run.mode() == BarRun.Mode.FIRST ? firstsOfARound() : 1;
                    for (int time = 0; time < times && !figures.isOver(); time++) {
                        measure(run, figures, firstIds, throughput);
                    }
                    steps.done(figures.outcome());
                }
            }
        }
        return chosen.stream().map(bar -> bar.result(measured, provenance)).toList();
    }

    /** All runs, without a round yet. */
    Map<BarRun, BarFigures> unmeasured() {
        Map<BarRun, BarFigures> figures = new LinkedHashMap<>();
        runs.forEach(run -> figures.put(run, new BarFigures(needed(run))));
        return figures;
    }

    /** All runs of the chosen bars, each once. */
    Set<BarRun> runs() {
        return Collections.unmodifiableSet(runs);
    }

    /** The figures that each round of a run needs. A round without them fails the run, not the whole measurement. */
    private Set<Figure> needed(BarRun run) {
        return chosen.stream()
                .filter(bar -> bar.runs().anyMatch(run::equals))
                .map(Bar::figure)
                .collect(Collectors.toSet());
    }

    /** The settings of all subjects, except those that fail or lack their server. */
    private static Map<String, Map<String, String>> settings(Servers servers, Map<BarRun, BarFigures> measured) {
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

    /** The number of JVMs in a round that makes 20 over all rounds. */
    private int firstsOfARound() {
        return (FIRSTS + rounds - 1) / rounds;
    }

    private void measure(BarRun run, BarFigures figures, FirstIdRun firstIds, ThroughputRun throughput)
            throws InterruptedException {
        try {
            meter.begin();
            TrialResult found = run.mode() == BarRun.Mode.FIRST
                    ? firstIds.measure(run.target().subject())
                    : throughput.measure(run.target(), plan(run)).get(0);
            figures.add(found, meter.spent());
        } catch (RuntimeException e) {
            figures.failed(FailureReason.of(e));
        }
    }

    private ForkPlan plan(BarRun run) {
        List<Integer> threads = List.of(run.threads());
        String subject = run.target().subject();
        boolean grows = !subject.isEmpty() && Catalogue.subject(subject).server() != null;
        // Ranges of a store grow from 2000 to a million ids, in nine steps of a quarter of a second.
        int unrequested = grows ? WARM_UPS + 1 : WARM_UPS;
        boolean batch = run.mode() == BarRun.Mode.BATCH;
        return new ForkPlan(
                run.mode() == BarRun.Mode.REQUEST ? REQUEST_WARM_UPS : unrequested,
                ITERATION,
                Duration.ZERO,
                seconds,
                ITERATION,
                batch ? List.of() : threads,
                batch ? threads : List.of());
    }
}
