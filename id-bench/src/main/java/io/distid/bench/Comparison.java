package io.distid.bench;

import io.distid.bench.progress.Progress;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.List;

/**
 * One comparison: the stages in turn. What was found is in the ledger, whole or, after an exception, in part.
 *
 * <p>A subject that fails or cannot be run leaves the others alone.
 */
final class Comparison {
    private final List<Stage> stages;
    private final Run run;

    Comparison(
            Profile profile,
            List<Subject> subjects,
            BarsStage bars,
            Servers servers,
            Ledger ledger,
            Progress progress) {
        this.stages = List.of(
                new CheckStage(),
                new ThroughputStage(),
                new SoloStage(),
                new ExposureStage(),
                new FleetStage(),
                new LocalityStage(),
                bars);
        ledger.bars(bars.unmeasured());
        this.run = new Run(profile, subjects, servers, ledger, progress);
    }

    void run() throws InterruptedException {
        stages.forEach(stage -> run.progress().plan(stage.estimate(run)));
        try (run) {
            for (Stage stage : stages) {
                stage.measure(run);
            }
        }
    }
}
