package io.distid.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.ChildLostException;
import io.distid.bench.progress.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes. */
@Tag("slow")
class NodeProcessesTest {
    private static final NodesPlan SMALL = new NodesPlan(2, 2, 20_000, Duration.ZERO, Duration.ofMinutes(5), false);
    private static final NodesPlan LONG = new NodesPlan(2, 1, 100_000_000, Duration.ZERO, Duration.ofMinutes(5), false);
    private static final IntFunction<Map<String, String>> NONE = node -> Map.of();

    @Test
    void theSameProcessesServeSeveralSubjectsAndOutlivesThoseThatFail() throws InterruptedException {
        List<ProcessHandle> nodes;
        try (NodeProcesses processes = new NodeProcesses(SMALL, Steps.NONE)) {
            for (String subject : List.of("snowflake", "uuid-v7")) {
                NodesCheck check =
                        processes.run(subject, subject.equals("snowflake") ? NodeProcessesTest::worker : NONE);

                assertThat(check.fault()).isNull();
                assertThat(check.result().ids()).isEqualTo(80_000);
                assertThat(check.result().processes()).isEqualTo(2);
                assertThat(check.result().inversionsPerNode()).isZero();
                assertThat(check.result().idsPerSecond()).isPositive();
            }
            assertThatThrownBy(() -> processes.run("broken-throws", NONE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the store at jdbc:mysql://db/x went away");
            assertThat(processes.run("broken-duplicates", NONE).fault())
                    .matches("\\d+ duplicates among 2 processes: 1 \\(node 0, thread \\d, call \\d+\\)"
                            + " and again \\(node 1, thread \\d, call \\d+\\);.*");
            nodes = handles(processes);
        }
        assertThat(nodes).hasSize(2).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void theProcessesThatWereWarmedUpAreThoseThatServe() throws InterruptedException {
        try (NodeProcesses processes = new NodeProcesses(SMALL, Steps.NONE)) {
            processes.warmUp("uuid-v7", NONE, Duration.ofMillis(10));
            processes.warmUp("snowflake", NodeProcessesTest::worker, Duration.ofMillis(10));
            List<ProcessHandle> warm = handles(processes);

            NodesCheck check = processes.run("uuid-v7", NONE);

            assertThat(check.fault()).isNull();
            assertThat(check.result().ids()).isEqualTo(80_000);
            assertThat(handles(processes)).hasSize(2).isEqualTo(warm);
            // It gives up after a thousand ids, for which a busy machine may need more than some ms.
            assertThatThrownBy(() -> processes.warmUp("broken-throws", NONE, Duration.ofMinutes(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("went away");
            assertThat(warm).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Test
    void twoProcessesOnOneWorkerIdAreCaught() throws InterruptedException {
        NegativeControl.Outcome outcome = NegativeControl.run(Steps.NONE);

        assertThat(outcome.result().caught()).isTrue();
        assertThat(outcome.result().duplicates()).isBetween(1L, outcome.result().ids() / 2);
        assertThat(outcome.check().duplicates())
                .isNotEmpty()
                .allMatch(example -> example.contains("node 0") && example.contains("node 1"));
    }

    @Test
    void aNodeThatIsKilledIsNamedAndNothingIsLeft() {
        NodeProcesses processes = new NodeProcesses(LONG, Steps.NONE);
        List<ProcessHandle> nodes = new ArrayList<>();
        try (processes) {
            CompletableFuture<Void> killed = CompletableFuture.runAsync(() -> {
                await().atMost(Duration.ofMinutes(3))
                        .until(() -> isLong(processes.folder.path().resolve("node-1-0")));
                nodes.addAll(handles(processes));
                nodes.get(1).destroyForcibly();
            });

            assertThatThrownBy(() -> processes.run("snowflake", NodeProcessesTest::worker))
                    .isInstanceOf(ChildLostException.class)
                    .hasMessageMatching("node 1 \\(process \\d+\\) ended with exit code 137");

            killed.join();
            assertThat(nodes).hasSize(2).noneMatch(ProcessHandle::isAlive);
            assertThat(processes.folder.path()).isEmptyDirectory();
        }
        assertThat(processes.folder.path()).doesNotExist();
    }

    private static List<ProcessHandle> handles(NodeProcesses processes) {
        return processes.nodes.stream().map(ChildJvm::process).toList();
    }

    private static Map<String, String> worker(int node) {
        return Map.of("worker", "fixed", "worker.id", String.valueOf(node));
    }

    private static boolean isLong(Path file) throws IOException {
        return Files.exists(file) && Files.size(file) > 1_000_000;
    }
}
