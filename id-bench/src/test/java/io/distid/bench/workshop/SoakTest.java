package io.distid.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.bench.faults.CellRunner;
import io.distid.bench.faults.Fault;
import io.distid.bench.faults.FaultChoice;
import io.distid.bench.faults.FaultRun;
import io.distid.bench.faults.FaultSubject;
import io.distid.bench.faults.Proof;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes and servers; what is asserted holds however long they take. */
class SoakTest {
    private static final Duration SHORT = Duration.ofSeconds(8);

    @Test
    @Tag("slow")
    @Timeout(600)
    void faultsInAnyCombinationRepeatNothingAndAllNodesGoOn() throws InterruptedException {
        FaultChoice choice = Soak.choice("tiny", SHORT, List.of("snowflake worker=redis", "redis-incr"), 1);

        FaultTable table = new FaultRun(choice, null, new Progress(new PrintWriter(Writer.nullWriter()), false)).run();

        assertThat(table.contradictions()).isEmpty();
        for (String subject : List.of("snowflake worker=redis", "redis-incr")) {
            FaultCell cell = table.cell(subject, "soak-random").orElseThrow();
            assertThat(cell.verdict()).as(subject + ": " + cell.reason()).isIn(Verdict.UNIQUE, Verdict.STOPS);
            assertThat(cell.repeats()).isZero();
            assertThat(cell.reason())
                    .matches("[1-9]\\d* faults of [1-9] kinds in [1-9]\\d* rounds; \\d+ nodes were opened again; .*");
            assertThat(cell.story()).extracting(FaultCell.Event::what).contains("all is well again");
        }
    }

    @Test
    void rowsAreSomeOfOursUnlessTheyAreNamed() {
        FaultChoice choice = Soak.choice("quick", Duration.ofMinutes(30), List.of(), 1);

        assertThat(choice.subjects())
                .extracting(Subject::name)
                .containsExactlyInAnyOrder("snowflake worker=mysql", "leaf-segment", "redis-incr", "uuid-v7");
        assertThat(choice.faults()).extracting(Fault::name).containsExactly("soak-random");
        assertThat(choice.faults().get(0).lasts(choice.timing())).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void aTimeThatIsTooShortOrTooLongIsRefused() {
        for (Duration time : List.of(Duration.ofSeconds(4), Duration.ofDays(8), Duration.ofSeconds(-30))) {
            assertThatThrownBy(() -> Soak.choice("quick", time, List.of(), 1))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("a soak of " + time.toSeconds() + " s: must be from 5s to 7d");
        }
    }

    /** Two processes that take the place of others tell that the first round is over; node 0 is never one of those. */
    @Test
    @Tag("slow")
    @Timeout(600)
    void aNodeThatIsLostAfterTheFirstRoundContradictsTheCell(@TempDir Path folder) throws InterruptedException {
        Fault soak = Soak.of(Duration.ofMinutes(5));
        Fault watched = new Fault(soak.name(), soak.sentence(), (fleet, plan) -> {
            Thread killer = new Thread(() -> {
                while (!Files.exists(folder.resolve("cell/ids-4"))) {
                    LockSupport.parkNanos(10_000_000);
                }
                ProcessHandle.of(fleet.nodes().get(0).pid()).ifPresent(ProcessHandle::destroyForcibly);
            });
            killer.setDaemon(true);
            killer.start();
            return soak.inject(fleet, plan);
        });
        FaultChoice choice = FaultChoice.of("tiny", List.of(), List.of("uuid-v7"), 1);
        try (Servers servers = new Servers()) {
            FaultSubject subject = new FaultSubject(Catalogue.subject("uuid-v7"), servers);

            // By this seed the first two rounds are short, and each ends a node.
            FaultCell cell = new CellRunner(choice.timing())
                    .run(watched, subject, new FaultPlan(0, 100, List.of(26)), "lost", folder.resolve("cell"));

            assertThat(cell.contradiction()).matches("node 0 \\(process \\d+\\) ended with exit code 137.*");
            assertThat(cell.verdict()).isEqualTo(Verdict.NOT_SHOWN);
            assertThat(cell.reason())
                    .matches("[1-9]\\d* faults of .* rounds; .*; node 0 .* ended with exit code 137.*");
            assertThat(cell.ids()).isGreaterThan(1_000);
            assertThat(cell.repeats()).isZero();
        }
    }

    /** As a soak has where a process grows. */
    @Test
    @Tag("slow")
    @Timeout(600)
    void whatAFaultSawThatMayNotBeContradictsTheCell(@TempDir Path folder) throws InterruptedException {
        Fault growing = new Fault("soak-growing", "Nothing is done.", (fleet, plan) -> {
            fleet.running(1, plan);
            return new Proof(true, "it runs", "node 0 holds more and more");
        });
        FaultChoice choice = FaultChoice.of("tiny", List.of(), List.of("uuid-v7"), 1);
        try (Servers servers = new Servers()) {
            FaultSubject subject = new FaultSubject(Catalogue.subject("uuid-v7"), servers);

            FaultCell cell = new CellRunner(choice.timing())
                    .run(growing, subject, new FaultPlan(0, 100, List.of(1)), "growing", folder.resolve("cell"));

            assertThat(cell.contradiction()).isEqualTo("node 0 holds more and more");
        }
    }
}
