package io.distid.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.LostProvider;
import io.distid.bench.subject.Servers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, to which little is done; what is asserted holds however long that takes. */
@Timeout(600)
@Tag("slow")
class CellRunnerTest {
    private static final FaultPlan PLAN = new FaultPlan(0, LostProvider.FIRST_IDS, List.of(1));
    private static final FaultTiming PATIENT = timing(Duration.ofMinutes(2));
    /** Where the time is up. */
    private static final FaultTiming BRIEF = timing(Duration.ofSeconds(5));

    @TempDir
    private Path folder;

    /** What is done in a cell. */
    private interface Deed {
        Proof to(Fleet fleet) throws InterruptedException;
    }

    @Test
    void idsOfACellThatIsBrokenOffAreComparedAllTheSame() throws InterruptedException {
        FaultCell cell = run("broken-duplicates", fleet -> {
            fleet.running(2, PLAN);
            throw new IllegalStateException("node 1 is lost");
        });

        assertThat(cell.verdict()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(cell.reason()).isEqualTo("node 1 is lost");
        assertThat(cell.repeats()).isGreaterThanOrEqualTo(PLAN.idsBefore());
        assertThat(cell.firstRepeat()).contains(" by node 0 ", " by node 1 ");
        assertThat(cell.contradiction())
                .startsWith("uniqueness is claimed to rest on ")
                .endsWith(" ids repeat");
        assertThat(cell.story()).extracting(FaultCell.Event::what).contains("broken off: node 1 is lost");
    }

    @Test
    void aCellWhoseNodeIsLostInTheEndIsNotShownAndKeepsWhatTheFaultSaw() throws InterruptedException {
        FaultCell cell = run("uuid-v7", fleet -> {
            kill(fleet.running(2, PLAN).get(1));
            return new Proof(true, "it was done", "node 0 holds more and more");
        });

        assertThat(cell.verdict()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(cell.reason()).matches("node 1 \\(process \\d+\\) ended with exit code 137.*");
        assertThat(cell.ids()).isGreaterThanOrEqualTo(2L * PLAN.idsBefore());
        assertThat(cell.repeats()).isZero();
        assertThat(cell.wentOn()).isFalse();
        assertThat(cell.contradiction()).isEqualTo("node 0 holds more and more");
    }

    @Test
    void aCellWithoutAnIdSaysWhyItWasBrokenOff() throws InterruptedException {
        FaultCell cell = run("uuid-v7", fleet -> {
            fleet.start(0, "node 0");
            throw new IllegalStateException("the fault cannot be done");
        });

        assertThat(cell.verdict()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(cell.reason()).isEqualTo("the fault cannot be done");
        assertThat(cell.ids()).isZero();
    }

    /** Whatever becomes of that id: it is in no file, so that nothing can be said of repeats. */
    @Test
    void cellWithAnIdMissingFromItsFileIsNotShown() throws InterruptedException {
        FaultCell cell = run(LostProvider.NAME, fleet -> {
            FaultNode node = fleet.start(0, "node 0", Map.of("way", "interrupt-later"));
            fleet.open(node);
            node.await(PLAN.idsBefore(), fleet.timing().patience());
            return new Proof(true, "nothing was done");
        });

        assertThat(cell.verdict()).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(cell.reason()).startsWith("an id was given out that could not be kept");
        assertThat(cell.ids()).isEqualTo(LostProvider.FIRST_IDS);
        assertThat(cell.errors()).isEmpty();
    }

    @Test
    void callsOfOursThatHangContradictTheCell() throws InterruptedException {
        FaultCell cell = run(BRIEF, LostProvider.NAME, fleet -> {
            FaultNode node = fleet.start(0, "node 0", Map.of("way", "hang-later"));
            fleet.open(node);
            // Not for more than it had: when it is asked first it may hang already.
            while (node.state().ids() < PLAN.idsBefore()) {
                LockSupport.parkNanos(10_000_000);
            }
            return new Proof(true, "nothing was done");
        });

        assertThat(cell.verdict()).isEqualTo(Verdict.HANGS);
        assertThat(cell.contradiction()).isEqualTo("calls returned neither an id nor an error for 5 s");
    }

    private static FaultTiming timing(Duration patience) {
        return new FaultTiming("test", Duration.ofSeconds(1), 100, 100, patience, Duration.ofSeconds(1), 1);
    }

    private FaultCell run(String subject, Deed deed) throws InterruptedException {
        return run(PATIENT, subject, deed);
    }

    private FaultCell run(FaultTiming timing, String subject, Deed deed) throws InterruptedException {
        Fault fault = new Fault("process-done", "Something is done.", (fleet, plan) -> deed.to(fleet));
        try (Servers servers = new Servers()) {
            return new CellRunner(timing)
                    .run(fault, new FaultSubject(Catalogue.subject(subject), servers), PLAN, "done", folder);
        }
    }

    /** As the system ends a process for want of memory. */
    private static void kill(FaultNode node) {
        ProcessHandle process = ProcessHandle.of(node.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }
}
