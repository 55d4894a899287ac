package io.distid.bench.diff;

import io.distid.bench.results.Environment;
import io.distid.bench.results.Machine;
import io.distid.bench.results.Results;
import java.util.ArrayList;
import java.util.List;

/** What two runs differ in beside the code that was measured: processor, system, servers, versions. */
final class RunConditions {
    private RunConditions() {}

    /** Whether a rate of one run says nothing about the other: then ratios are compared. */
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
        differ(warnings, "CPU", cpu(before.machine()), cpu(after.machine()));
        differ(warnings, "memory", memory(before.machine()), memory(after.machine()));
        differ(warnings, "OS", before.machine().os(), after.machine().os());
        differ(warnings, "JVM", before.machine().jvm(), after.machine().jvm());
        differ(warnings, "servers", servers(before), servers(after));
        differ(warnings, "JMH", before.jmh(), after.jmh());
        differ(warnings, "profile", before.profile(), after.profile());
        return warnings;
    }

    private static void differ(List<String> warnings, String what, String before, String after) {
        if (!before.equals(after)) {
            warnings.add(what + " differs: " + before + ", now " + after);
        }
    }

    private static String cpu(Machine machine) {
        return machine.cpu() + ", " + machine.cores() + " cores";
    }

    /** To the GiB: what a container is given differs by a page now and then. */
    private static String memory(Machine machine) {
        return Math.round(machine.memoryBytes() / (double) (1 << 30)) + " GiB";
    }

    private static String servers(Environment environment) {
        return environment.servers().isEmpty()
                ? "none"
                : String.join(", ", environment.servers().stream().sorted().toList());
    }
}
