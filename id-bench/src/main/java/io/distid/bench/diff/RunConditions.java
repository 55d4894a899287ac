package io.distid.bench.diff;

import io.distid.bench.machine.Machine;
import io.distid.bench.results.Environment;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Finds the differences between two runs beside the measured code: processor, system, servers, versions, and parts of
 * only one run.
 */
final class RunConditions {
    /** The largest change of a bare counter with few threads on the same machine, as a fraction. */
    private static final double MOST_OF_A_REFERENCE = 0.2;

    private RunConditions() {}

    /** Whether rates of the two runs cannot be compared directly: then ratios are. */
    static boolean otherMachine(Results old, Results now) {
        Machine before = old.environment().machine();
        Machine after = now.environment().machine();
        return !before.cpu().equals(after.cpu()) || before.cores() != after.cores();
    }

    /** A line for each. */
    static List<String> warnings(Results old, Results now) {
        List<String> warnings = new ArrayList<>();
        Environment before = old.environment();
        Environment after = now.environment();
        if (!before.complete() || !after.complete()) {
            warnings.add("interrupted: "
                    + (before.complete() ? "the new run" : after.complete() ? "the old run" : "both") + " is a part");
        }
        warnIfDifferent(warnings, "CPU", cpu(before.machine()), cpu(after.machine()));
        warnIfDifferent(warnings, "memory", memory(before.machine()), memory(after.machine()));
        warnIfDifferent(warnings, "OS", before.machine().os(), after.machine().os());
        warnIfDifferent(warnings, "JVM", before.machine().jvm(), after.machine().jvm());
        warnIfDifferent(warnings, "servers", servers(before), servers(after));
        warnIfDifferent(warnings, "JMH", before.jmh(), after.jmh());
        warnIfDifferent(warnings, "profile", before.profile(), after.profile());
        if (!otherMachine(old, now)) {
            reference(warnings, before, after);
        }
        threads(warnings, old.threadCounts(), now.threadCounts());
        bars(warnings, old, now);
        return warnings;
    }

    /**
     * Warns if a reference has another speed: two machines may have the same name. It compares the fewest threads that
     * both runs have. The speed of a word that many threads share depends on which cores the host gives them.
     */
    private static void reference(List<String> warnings, Environment before, Environment after) {
        if (before.references().isEmpty() || after.references().isEmpty()) {
            return;
        }
        Reference then = before.references().get(0);
        Reference since = after.references().get(0);
        if (!then.name().equals(since.name())) {
            return;
        }
        for (Rate rate : then.throughput()) {
            Rate same = Rate.at(rate.threads(), since.throughput());
            if (same != null) {
                double ratio = same.opsPerSecond() / rate.opsPerSecond();
                // The same limit in both directions.
                if (Math.max(ratio, 1 / ratio) > 1 + MOST_OF_A_REFERENCE) {
                    warnings.add(String.format(
                            Locale.ROOT,
                            "the reference itself changed, %s at %d thread%s by %+.0f %%: the machines may differ",
                            then.name(),
                            rate.threads(),
                            rate.threads() == 1 ? "" : "s",
                            100 * (ratio - 1)));
                }
                return;
            }
        }
    }

    private static void threads(List<String> warnings, List<Integer> before, List<Integer> after) {
        List<Integer> gone =
                before.stream().filter(count -> !after.contains(count)).toList();
        if (gone.isEmpty() || after.isEmpty()) {
            return;
        }
        if (gone.size() < before.size()) {
            warnings.add("thread counts whose rates only the old run has: " + counts(gone));
        } else {
            warnings.add("no rate can be compared: the old run's are of other thread counts (" + counts(before)
                    + ") than the new one's (" + counts(after) + ")");
        }
    }

    private static String counts(List<Integer> threads) {
        return threads.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Most comparisons have no bars, so missing bars are no regression. */
    private static void bars(List<String> warnings, Results old, Results now) {
        long gone = old.bars().stream()
                .filter(bar -> bar.passed() != null)
                .filter(bar -> now.bars().stream().noneMatch(other -> other.isOf(bar) && other.passed() != null))
                .count();
        if (gone > 0) {
            warnings.add("bars that the old run measured and the new one did not: " + gone);
        }
    }

    private static void warnIfDifferent(List<String> warnings, String what, String before, String after) {
        if (!before.equals(after)) {
            warnings.add(what + " differs: " + before + ", now " + after);
        }
    }

    private static String cpu(Machine machine) {
        return machine.cpu() + ", " + machine.cores() + " cores";
    }

    /** Rounded to GiB: a container's memory may differ by a page. */
    private static String memory(Machine machine) {
        return Math.round(machine.memoryBytes() / (double) (1 << 30)) + " GiB";
    }

    private static String servers(Environment environment) {
        return environment.servers().isEmpty()
                ? "none"
                : String.join(", ", environment.servers().stream().sorted().toList());
    }
}
