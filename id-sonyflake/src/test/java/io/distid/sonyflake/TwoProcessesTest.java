package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testkit.TestJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes of one host that derive the same machine id: one of them is moved, or refused. */
class TwoProcessesTest {
    private static final Duration PATIENCE = Eventually.LIMIT;
    /** No lease ends though the machine stands still; ids may lead that far, so that no start waits for it. */
    private static final String LASTING = "30s";

    private static final String BRIEF = "1s";

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = "REDIS")
    void processesThatDeriveOneMachineIdEndWithOneMovedOrRefused(Check check) {
        requireOneMovedOrRefused(check);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = "REDIS", mode = EnumSource.Mode.EXCLUDE)
    void processesThatDeriveOneMachineIdOnAnotherStoreEndWithOneMovedOrRefused(Check check) {
        requireOneMovedOrRefused(check);
    }

    private void requireOneMovedOrRefused(Check check) {
        Map<String, String> settings = lasting(check);
        try (TestJvm one = child(settings);
                TestJvm two = child(settings)) {
            Set<Long> ids = new HashSet<>();
            String namespace = Check.newNamespace();
            List<List<String>> moved = race("move " + namespace, one, two);
            assertThat(moved).allSatisfy(outcome -> assertThat(outcome.get(0)).isEqualTo("opened"));
            List<Integer> machines = moved.stream()
                    .map(outcome -> Integer.valueOf(outcome.get(1)))
                    .toList();
            assertThat(machines).doesNotHaveDuplicates().contains(Check.DERIVED);
            moved.forEach(outcome -> addNew(ids, outcome));
            close(one);
            close(two);

            List<List<String>> refused = race("refuse " + namespace, one, two);
            TestJvm winner = refused.get(0).get(0).equals("opened") ? one : two;
            TestJvm loser = winner == one ? two : one;
            addNew(ids, refused.get(winner == one ? 0 : 1));
            assertThat(String.join(" ", refused.get(winner == one ? 1 : 0)))
                    .startsWith("refused ConfigException machine id 515 is taken:")
                    .contains("515 by ")
                    .contains("on-conflict=move");
            close(winner);
            addNew(ids, open("refuse " + namespace, loser));
            close(loser);
            String brief = Check.newNamespace() + " " + BRIEF;
            addNew(ids, open("refuse " + brief, winner));
            winner.kill();
            addNew(ids, openOnceFree("refuse " + brief, loser));
        }
    }

    /** It waits for the end of its own lease. */
    @Test
    void nodeThatCrashedComesBackWithTheMachineIdOfItsFile() {
        Map<String, String> settings = Check.REDIS_SET.sameAddress(Check.newNamespace());
        settings.put("reservation", BRIEF);
        settings.put("check.file", directory.resolve("machine-id").toString());
        try (TestJvm node = child(settings)) {
            Set<Long> ids = new HashSet<>();
            addNew(ids, open("move", node));
            node.kill();
            try (TestJvm again = child(settings)) {
                List<String> outcome = open("refuse", again);
                assertThat(outcome.get(1)).isEqualTo("515");
                addNew(ids, outcome);
            }
        }
    }

    @Test
    void secondProcessOnTheFileOfARunningOneIsRefused() {
        Map<String, String> settings = Map.of(
                "worker",
                "fixed",
                "worker.id",
                "515",
                "check",
                "file",
                "check.file",
                directory.resolve("node").toString(),
                "check.file-create",
                "true",
                "reservation",
                "100ms",
                // For a renewal, which comes late where the machine stands still.
                "max-wait",
                "1min");
        try (TestJvm one = child(settings);
                TestJvm two = child(settings)) {
            Set<Long> ids = new HashSet<>();
            addNew(ids, open("move", one));
            assertThat(String.join(" ", open("move", two)))
                    .startsWith("refused ConfigException")
                    .contains("in use by a running process");
            one.kill();
            List<String> outcome = open("move", two);
            assertThat(outcome.get(1)).isEqualTo("515");
            addNew(ids, outcome);
        }
    }

    private static Map<String, String> lasting(Check check) {
        Map<String, String> settings = check.sameAddress(Check.newNamespace());
        settings.put("reservation", LASTING);
        settings.put("max-lead", LASTING);
        return settings;
    }

    private static TestJvm child(Map<String, String> settings) {
        return new TestJvm(SonyflakeChild.class, settings);
    }

    private static List<List<String>> race(String how, TestJvm one, TestJvm two) {
        one.tell("open " + how);
        two.tell("open " + how);
        return List.of(one.await("outcome", PATIENCE), two.await("outcome", PATIENCE));
    }

    private static List<String> open(String how, TestJvm child) {
        child.tell("open " + how);
        return child.await("outcome", PATIENCE);
    }

    /** Opens as soon as the lease of a predecessor that crashed is over. */
    private static List<String> openOnceFree(String how, TestJvm child) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> outcome = open(how, child);
        while (!outcome.get(0).equals("opened") && System.nanoTime() < end) {
            outcome = open(how, child);
        }
        return outcome;
    }

    private static void close(TestJvm child) {
        child.tell("close");
        child.await("closed", PATIENCE);
    }

    private static void addNew(Set<Long> ids, List<String> outcome) {
        assertThat(outcome.get(0)).as("outcome %s", outcome).isEqualTo("opened");
        List<Long> drawn =
                Arrays.stream(outcome.get(2).split(",")).map(Long::valueOf).toList();
        for (Long id : drawn) {
            assertThat(SonyflakeFormat.DEFAULT.decompose(id).machineId()).isEqualTo(Long.parseLong(outcome.get(1)));
            assertThat(ids.add(id)).as("id %d is new", id).isTrue();
        }
    }
}
