package io.distid.bench.lab;

import io.distid.bench.jvm.LabSecrets;
import io.distid.bench.nodes.NegativeControl;
import io.distid.bench.nodes.NodeProcesses;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.nodes.RecorderControls;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.Control;
import io.distid.bench.results.Kind;
import io.distid.bench.subject.Subject;
import java.time.Duration;

/** Opens each subject in several processes at once, and checks the claims of the merged ids. Before that it checks the checker. */
final class NodesStage implements Stage {
    @Override
    public String title() {
        return "processes";
    }

    @Override
    public Duration estimate(StageContext run) {
        NodesPlan plan = run.profile().processes();
        return plan.processes() == 0
                ? Duration.ZERO
                : NegativeControl.estimate()
                        .plus(plan.estimate().multipliedBy(run.subjects().size()));
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        NodesPlan plan = run.profile().processes();
        if (plan.processes() == 0) {
            return;
        }
        control(run);
        try (NodeProcesses processes = new NodeProcesses(plan, Steps.NONE)) {
            for (Subject subject : run.remaining()) {
                String name = subject.name();
                run.timed(
                        subject, "merging " + name + " of " + plan.processes() + " processes", plan.estimate(), () -> {
                            NodesCheck check = processes.run(
                                    name, node -> subject.settings().of(node, run.servers()));
                            run.collector.measured(name, Kind.NODES, check.result());
                            if (check.fault() != null) {
                                run.collector.failed(name, check.fault());
                            }
                            run.collector.notShown(name, check.notShown());
                            return check.summary();
                        });
            }
        }
    }

    private static void control(StageContext run) throws InterruptedException {
        run.progress().step("checking the checker", NegativeControl.estimate());
        try {
            for (Control planted : RecorderControls.run()) {
                if (!planted.caught()) {
                    run.collector.control(planted);
                }
            }
            NegativeControl.Outcome outcome = NegativeControl.run(Steps.NONE);
            run.collector.control(outcome.result());
            run.progress().done(outcome.check().summary());
        } catch (IllegalStateException e) {
            String reason = LabSecrets.hide(e.getMessage());
            // Report it as not caught: nothing shows that the checker would find a repeat.
            run.collector.control(new Control(NegativeControl.STRATEGY, 2, 0, 0, false));
            System.getLogger(NodesStage.class.getName())
                    .log(System.Logger.Level.WARNING, "the check of the checker could not be run: {0}", reason);
            run.progress().done("failed: " + reason);
        }
    }
}
