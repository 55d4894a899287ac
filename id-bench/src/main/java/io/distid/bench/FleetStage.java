package io.distid.bench;

import io.distid.bench.fleet.FleetCheck;
import io.distid.bench.fleet.FleetPlan;
import io.distid.bench.fleet.NegativeControl;
import io.distid.bench.fleet.NodeFleet;
import io.distid.bench.report.Control;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import java.time.Duration;
import java.util.Optional;

/** Opens each subject in several processes at once and holds the merged ids to what is claimed; first of all it checks the checker. */
final class FleetStage implements Stage {
    @Override
    public Duration estimate(Run run) {
        FleetPlan plan = run.profile().fleet();
        return plan.processes() == 0
                ? Duration.ZERO
                : NegativeControl.estimate()
                        .plus(plan.estimate().multipliedBy(run.subjects().size()));
    }

    @Override
    public void measure(Run run) throws InterruptedException {
        FleetPlan plan = run.profile().fleet();
        if (plan.processes() == 0) {
            return;
        }
        control(run);
        try (NodeFleet fleet = new NodeFleet(plan)) {
            for (Subject subject : run.remaining()) {
                String name = subject.name();
                run.attempt(
                        subject, "merging " + name + " of " + plan.processes() + " processes", plan.estimate(), () -> {
                            FleetCheck check = fleet.run(name, NodeFleet.settings(subject, run.servers()));
                            run.ledger().fleet(name, check.result());
                            Optional.ofNullable(check.fault())
                                    .ifPresent(fault -> run.ledger().failed(name, fault));
                            return check.summary();
                        });
            }
        }
    }

    private static void control(Run run) throws InterruptedException {
        run.progress().step("checking the checker", NegativeControl.estimate());
        try {
            NegativeControl.Outcome outcome = NegativeControl.run();
            run.ledger().control(outcome.result());
            run.progress().done(outcome.check().summary());
        } catch (IllegalStateException e) {
            String reason = Secret.redact(String.valueOf(e.getMessage()));
            // Not caught is what it comes to: nothing shows that the checker would find anything.
            run.ledger().control(new Control(NegativeControl.STRATEGY, 2, 0, 0, false));
            System.getLogger(FleetStage.class.getName())
                    .log(System.Logger.Level.WARNING, "the check of the checker could not be run: {0}", reason);
            run.progress().done("failed: " + reason);
        }
    }
}
