package io.distid.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.ServerKind;
import io.distid.testservers.fault.FakeTimeLibrary;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Real processes. What is asserted are ids and events, however long they took. */
class FaultRunTest {
    @Test
    @Tag("slow")
    @Timeout(600)
    void processesOnOneWorkerIdRepeatAndRandomIdsDoNot() throws InterruptedException {
        FaultTable table = run("config-same-id", "process-kill");

        assertThat(verdict(table, "textbook snowflake", "config-same-id")).isEqualTo(Verdict.REPEATS);
        assertThat(table.unproven()).isEmpty();
        assertThat(table.contradictions()).isEmpty();
        assertThat(verdict(table, "uuid-v7", "config-same-id")).isEqualTo(Verdict.NOT_APPLICABLE);
        FaultCell killed = table.cell("uuid-v7", "process-kill").orElseThrow();
        assertThat(killed.repeats()).isZero();
        // Of its first process, of the one in its place, and of the other node.
        assertThat(killed.ids()).isGreaterThan(2L * killed.plan().idsBefore());
        assertThat(killed.story()).extracting(FaultCell.Event::what).anyMatch(what -> what.endsWith(" is killed"));
        FaultCell same = table.cell("textbook snowflake", "config-same-id").orElseThrow();
        assertThat(same.firstRepeat()).matches("\\d+ by node \\d \\(process \\d+\\) at .* s and by node \\d .* s");
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void theControlTakesPartWhereNoFaultIsAskedForThatItMustRepeatUnder() throws InterruptedException {
        FaultTable table = run("process-kill");

        assertThat(table.mustRepeat()).containsExactly("config-same-id");
        assertThat(verdict(table, "textbook snowflake", "config-same-id")).isEqualTo(Verdict.REPEATS);
        assertThat(table.unproven()).isEmpty();
        assertThat(table.faults()).extracting(FaultTable.Column::name).containsExactly("process-kill");
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void aClockThatIsSetBackWhileTheProcessIsDownMakesTheTextbookRepeat() throws InterruptedException {
        try {
            FakeTimeLibrary.find();
        } catch (ServerUnavailableException e) {
            throw new TestAbortedException(e.getMessage());
        }

        FaultTable table = run("clock-back-down");

        FaultCell textbook = table.cell("textbook snowflake", "clock-back-down").orElseThrow();
        assertThat(textbook.verdict()).as(textbook.reason()).isEqualTo(Verdict.REPEATS);
        assertThat(textbook.reason()).matches("node \\d again opened with a clock \\d{4} ms behind its last");
        assertThat(table.contradictions()).isEmpty();
        assertThat(table.cell("uuid-v7", "clock-back-down").orElseThrow().repeats())
                .isZero();
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void aStoreThatKeptWhatItAcknowledgedRepeatsNothing() throws InterruptedException {
        requireServer(ServerKind.REDIS);
        requireServer(ServerKind.MYSQL);

        FaultTable table = run(List.of("redis-incr", "leaf-segment"), "store-kill", "network-lost");

        for (String subject : List.of("redis-incr", "leaf-segment")) {
            for (String fault : List.of("store-kill", "network-lost")) {
                FaultCell cell = table.cell(subject, fault).orElseThrow();
                assertThat(cell.verdict())
                        .as(subject + " under " + fault + ": " + cell.reason())
                        .isIn(Verdict.UNIQUE, Verdict.STOPS);
                assertThat(cell.repeats()).isZero();
                assertThat(cell.canRepeat()).isNull();
            }
        }
        assertThat(table.contradictions()).isEmpty();
        assertThat(verdict(table, "textbook snowflake", "store-kill")).isEqualTo(Verdict.NOT_APPLICABLE);
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void aStoreWhoseDiskWasFullRepeatsNothing() throws InterruptedException {
        requireServer(ServerKind.REDIS, ServerSetup.OWN_DISK);

        FaultTable table = run(List.of("redis-incr"), "store-full");

        FaultCell cell = table.cell("redis-incr", "store-full").orElseThrow();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.STOPS);
        assertThat(cell.reason()).startsWith("the server refused a write: ").endsWith("; it ended");
        assertThat(cell.repeats()).isZero();
        assertThat(cell.wentOn()).isTrue();
        assertThat(cell.story())
                .extracting(FaultCell.Event::what)
                .containsSubsequence("the disk of the server is full", "the disk has space again");
        assertThat(table.contradictions()).isEmpty();
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void aStoreThatWentBackRepeatsAndSaysWhatCan() throws InterruptedException {
        requireServer(ServerKind.REDIS);

        FaultTable table = run(List.of("redis-incr"), "store-rollback");

        FaultCell cell = table.cell("redis-incr", "store-rollback").orElseThrow();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.REPEATS);
        assertThat(cell.reason()).isEqualTo("the server had acknowledged 2 and answers 1");
        assertThat(cell.canRepeat()).startsWith("each number that was granted since the copy");
        // The nodes that had seen more.
        assertThat(cell.errors()).containsKey("StoreRegressedException");
        assertThat(table.contradictions()).isEmpty();
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void theLastIdsOfAFormatAndOfAKeyEndInAnError() throws InterruptedException {
        requireServer(ServerKind.REDIS);

        FaultTable table = run(List.of("redis-incr", "sonyflake"), "format-end");

        for (String subject : List.of("redis-incr", "sonyflake")) {
            FaultCell cell = table.cell(subject, "format-end").orElseThrow();
            assertThat(cell.verdict()).as(subject + ": " + cell.reason()).isEqualTo(Verdict.STOPS);
            assertThat(cell.errors()).containsKey("IdsExhaustedException");
            assertThat(cell.story())
                    .extracting(FaultCell.Event::what)
                    .anyMatch(what -> what.startsWith("node 0 failed by IdsExhaustedException: "));
        }
    }

    @Test
    void whatWasFoundWithoutAProofIsNotMeasuredAway() {
        assertThat(FaultRun.settles(unproven(0, null), false)).isFalse();
        assertThat(FaultRun.settles(unproven(2, "a claim"), false)).isTrue();
        assertThat(FaultRun.settles(unproven(2, null), false))
                .as("repeats that are allowed, of a fault that may be proven yet")
                .isFalse();
        FaultCell repeating = unproven(2, null);
        FaultCell silent = unproven(0, null);
        assertThat(FaultRun.kept(null, silent)).isSameAs(silent);
        assertThat(FaultRun.kept(repeating, silent)).isSameAs(repeating);
        assertThat(FaultRun.kept(silent, repeating)).isSameAs(repeating);
        // The control is to repeat under a fault that is proven.
        assertThat(FaultRun.settles(unproven(2, null), true)).isFalse();
    }

    private static FaultCell unproven(long repeats, @Nullable String contradiction) {
        FaultPlan plan = new FaultPlan(0, 100, List.of());
        return new FaultCell(
                "a row",
                null,
                "process-kill",
                plan,
                Verdict.NOT_SHOWN,
                "it was not seen",
                100,
                repeats,
                null,
                "NONE",
                null,
                5L,
                Map.of(),
                true,
                contradiction,
                null,
                null,
                List.of());
    }

    @Test
    void profilesEndInTimeByTheirOwnEstimate() {
        Map<String, Duration> limits =
                Map.of("tiny", Duration.ofMinutes(2), "quick", Duration.ofMinutes(8), "full", Duration.ofMinutes(90));

        limits.forEach((profile, limit) -> assertThat(
                        new FaultRun(FaultChoice.of(profile, List.of(), List.of(), 1), null, quiet()).estimate())
                .as(profile)
                .isBetween(Duration.ofSeconds(30), limit));
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void theMasterOfAClusterIsFollowedByAReplicaThatLacksTheLastOfIt() throws InterruptedException {
        requireServer(ServerKind.REDIS, ServerSetup.REDIS_CLUSTER);

        FaultTable table = run(List.of("redis-incr", "snowflake worker=redis"), "store-cluster");

        assertThat(verdict(table, "redis-incr", "store-cluster")).isEqualTo(Verdict.REPEATS);
        // Whoever opens without having seen a lost grant can repeat what was stamped under it: the cell says so, and it
        // is no contradiction.
        assertThat(verdict(table, "snowflake worker=redis", "store-cluster")).isNotEqualTo(Verdict.NOT_SHOWN);
        assertThat(table.contradictions()).isEmpty();
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void idsAndLogsOfEachNodeAreKeptWhereThatIsAskedFor(@TempDir Path folder) throws InterruptedException, IOException {
        FaultChoice choice = FaultChoice.of("tiny", List.of("config-same-id"), List.of("uuid-v7"), 1);

        new FaultRun(choice, folder, quiet()).run();

        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("ids-0", "ids-1", "ids-0.log", "ids-1.log");
        }
    }

    private static void requireServer(ServerKind kind) {
        requireServer(kind, ServerSetup.OWN);
    }

    private static void requireServer(ServerKind kind, ServerSetup setup) {
        try {
            FaultStore.start(kind, setup).close();
        } catch (ServerUnavailableException e) {
            throw new TestAbortedException(e.getMessage());
        }
    }

    private static FaultTable run(String... faults) throws InterruptedException {
        return run(List.of("uuid-v7"), faults);
    }

    private static FaultTable run(List<String> subjects, String... faults) throws InterruptedException {
        return new FaultRun(FaultChoice.of("tiny", List.of(faults), subjects, 1), null, quiet()).run();
    }

    private static Progress quiet() {
        return new Progress(new PrintWriter(Writer.nullWriter()), false);
    }

    private static Verdict verdict(FaultTable table, String subject, String fault) {
        return table.cell(subject, fault).orElseThrow().verdict();
    }
}
