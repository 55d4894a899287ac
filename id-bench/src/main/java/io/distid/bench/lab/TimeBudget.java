package io.distid.bench.lab;

import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.latency.LatencyMeasurement;
import io.distid.bench.latency.LatencyPlan;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The minutes that a comparison may take, including the build before it. It measures the speed of this machine, first
 * by starting a JVM, then by the finished stages. It gives each stage a share of the time left, whatever the figures
 * are. It names what was shortened or left out. For use by one thread.
 */
final class TimeBudget {
    /** The system property with the start of the build, ISO 8601: Maven sets it. Without it a run begins with this JVM. */
    static final String BEGAN = "io.distid.bench.began";

    /** Shares of the profile that a stage may get; those above 1 only in runs with more minutes than the default. */
    private static final double[] SHARES = {10, 5, 3, 2, 1.5, 1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};

    /** The time to write the table and the report. */
    private static final Duration WRITING = Duration.ofSeconds(3);

    /** Shorter stages say less about a machine than the start of its JVMs. */
    private static final Duration TELLING = Duration.ofSeconds(10);

    private final Duration minutes;
    private final List<Stage> stages;
    private final StageContext context;
    private final Profile full;
    private final Map<String, Double> shares = new LinkedHashMap<>();
    private final Map<String, Integer> leftOut = new LinkedHashMap<>();
    private String present = "";
    private long deadline;
    private long began;
    private Duration planned = Duration.ZERO;
    private double pace = 1;

    TimeBudget(Duration minutes, List<Stage> stages, StageContext context) {
        this.minutes = minutes;
        this.stages = stages;
        this.context = context;
        this.full = context.profile();
    }

    /** Reads the clock, and measures the speed of this machine. */
    void begin() throws InterruptedException {
        context.progress().step("looking at how fast this machine is", Duration.ofSeconds(1));
        double found = Math.min(paceOfJvm(), paceOfJvm());
        context.progress()
                .done(String.format(Locale.ROOT, "a JVM takes %.1f times as long as where plans were made", found));
        begin(left(minutes, start(), Instant.now()), found);
    }

    /** Begins with the time for all stages and the report, and the pace of work here, as a multiple of the estimates. */
    void begin(Duration left, double found) {
        began = System.nanoTime();
        context.leaveOutOnce(this::isOver);
        deadline = began + left.minus(WRITING).toNanos();
        pace = found;
    }

    /** The check of ids goes on after the deadline: a subject without it has no verdict. */
    private boolean isOver() {
        boolean over = shares.size() > 1 && System.nanoTime() - deadline > 0;
        if (over) {
            leftOut.merge(present, 1, Integer::sum);
        }
        return over;
    }

    /** The minutes that a build has left; at least a third, so that a run after a long build still has results. */
    static Duration left(Duration minutes, Instant build, Instant now) {
        Duration left = minutes.minus(Duration.between(build, now));
        Duration least = minutes.dividedBy(3);
        return left.compareTo(least) < 0 ? least : left;
    }

    private static Instant start() {
        String build = System.getProperty(BEGAN, "");
        return build.isEmpty()
                ? Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime())
                : Instant.parse(build);
    }

    private static double paceOfJvm() throws InterruptedException {
        long start = System.nanoTime();
        try (SettingsFile none = SettingsFile.write(Map.of())) {
            new LatencyMeasurement(LatencyMeasurement.BARE, LatencyPlan.TINY, none).round(null);
        }
        return (double) (System.nanoTime() - start)
                / LatencyPlan.TINY.estimate().toNanos();
    }

    /** Shortens the profile for a stage, so that the later stages fit as well; false if there is no time left for it. */
    boolean allows(Stage stage) {
        if (planned.compareTo(TELLING) > 0) {
            pace = (double) (System.nanoTime() - began) / planned.toNanos();
        }
        Duration available = Duration.ofNanos((long) ((deadline - System.nanoTime()) / pace));
        List<Stage> left = stages.subList(stages.indexOf(stage), stages.size());
        double share = share(left, available);
        context.useProfile(full.shortened(share));
        Duration own = stage.estimate(context);
        // The first two stages always run, and leave out rows without time.
        boolean fits = stages.indexOf(stage) < 2 || own.compareTo(available) <= 0;
        if (!own.isZero()) {
            shares.put(stage.title(), fits ? share : 0);
            present = stage.title();
        }
        context.progress().remaining(estimate(left));
        if (fits) {
            planned = planned.plus(own);
        }
        return fits;
    }

    private double share(List<Stage> left, Duration available) {
        boolean moreThanAll = minutes.toMinutes() > Comparison.DEFAULT_MINUTES;
        return Arrays.stream(SHARES)
                .filter(share -> share <= 1 || moreThanAll)
                .filter(share -> {
                    context.useProfile(full.shortened(share));
                    return estimate(left).compareTo(available) <= 0;
                })
                .findFirst()
                .orElse(SHARES[SHARES.length - 1]);
    }

    private Duration estimate(List<Stage> some) {
        return some.stream().map(stage -> stage.estimate(context)).reduce(Duration.ZERO, Duration::plus);
    }

    /** The stages that were shortened, in words; empty if none were. */
    Optional<String> shortened() {
        String words = shares.entrySet().stream()
                .filter(each -> each.getValue() < 1 || leftOut.containsKey(each.getKey()))
                .map(each -> each.getKey()
                        + (each.getValue() == 0 ? " left out" : " to " + Math.round(100 * each.getValue()) + " %")
                        + (leftOut.containsKey(each.getKey())
                                ? " without " + leftOut.get(each.getKey()) + " of its measurements"
                                : ""))
                .collect(Collectors.joining(", "));
        return Optional.of(words)
                .filter(each -> !each.isEmpty())
                .map(each -> "shortened to fit into " + minutes.toMinutes() + " minutes with the build: " + each
                        + " (--minutes asks for more)");
    }
}
