package io.distid.bench.nodes;

import io.distid.bench.progress.Steps;
import io.distid.bench.results.Control;
import io.distid.bench.results.MergedNodes;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.time.Duration;

/**
 * Checks the checker. Two processes issue textbook Snowflake ids with the same worker id, as after a mistake in configuration. Their ids
 * must repeat, and the checker of all other subjects must find the repeats. Stateless: safe for use by any number of threads.
 */
public final class NegativeControl {
    /** The name of the control. */
    public static final String STRATEGY = "snowflake";

    private static final NodesPlan PLAN =
            new NodesPlan(2, 1, 200_000, Duration.ofMillis(50), Duration.ofMillis(300), false);

    /** On a busy machine one process may end before the other begins, and no id repeats. */
    private static final int ATTEMPTS = 50;

    private NegativeControl() {}

    /** The outcome. Immutable. */
    public record Outcome(Control result, NodesCheck check) {}

    /** About how long it takes. */
    public static Duration estimate() {
        return Duration.ofSeconds(1).plus(PLAN.estimate());
    }

    /** Takes ids of two processes on one worker id, and compares them. */
    interface Attempt {
        NodesCheck run() throws InterruptedException;
    }

    /** Starts two processes and compares their ids, again if none repeats. */
    public static Outcome run(Steps steps) throws InterruptedException {
        Subject subject = Catalogue.subject(STRATEGY);
        try (NodeProcesses processes = new NodeProcesses(PLAN, steps);
                Servers none = new Servers()) {
            // Each node gets the settings of node 0.
            return run(() -> processes.run(STRATEGY, node -> subject.settings().of(0, none)));
        }
    }

    /** Repeats an attempt until an id repeats, at most {@link #ATTEMPTS} times. */
    static Outcome run(Attempt attempt) throws InterruptedException {
        NodesCheck check = attempt.run();
        for (int made = 1; check.result().duplicates() == 0 && made < ATTEMPTS; made++) {
            check = attempt.run();
        }
        MergedNodes found = check.result();
        long duplicates = found.duplicates();
        return new Outcome(new Control(STRATEGY, PLAN.processes(), found.ids(), duplicates, duplicates > 0), check);
    }
}
