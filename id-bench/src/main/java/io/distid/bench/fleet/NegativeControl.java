package io.distid.bench.fleet;

import io.distid.bench.report.Control;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.time.Duration;

/**
 * The check of the checker: two processes make Snowflake ids as a textbook has it, by a worker id that somebody has given to both
 * by mistake. Their ids must repeat, and the same checker that passes judgement on all others must find them.
 */
public final class NegativeControl {
    /** What is run. */
    public static final String STRATEGY = "snowflake";

    private static final FleetPlan PLAN =
            new FleetPlan(2, 1, 200_000, Duration.ofMillis(50), Duration.ofMillis(300), false);

    private NegativeControl() {}

    /**
     * What came out.
     *
     * @param result as the report has it
     * @param check with the first few ids that were found twice
     */
    public record Outcome(Control result, FleetCheck check) {}

    /**
     * About how long it takes.
     *
     * @return with the start of its JVMs
     */
    public static Duration estimate() {
        return Duration.ofSeconds(1).plus(PLAN.estimate());
    }

    /**
     * Starts two processes and compares their ids.
     *
     * @return what was found
     * @throws InterruptedException if the caller was interrupted
     */
    public static Outcome run() throws InterruptedException {
        try (NodeFleet fleet = new NodeFleet(PLAN)) {
            Subject subject = Catalogue.subject(STRATEGY);
            try (Servers none = new Servers()) {
                // Each node is told that it is node 0.
                FleetCheck check =
                        fleet.run(STRATEGY, node -> subject.settings().of(0, none));
                return new Outcome(
                        new Control(
                                STRATEGY,
                                PLAN.processes(),
                                check.result().ids(),
                                check.result().duplicates(),
                                check.result().duplicates() > 0),
                        check);
            }
        }
    }
}
