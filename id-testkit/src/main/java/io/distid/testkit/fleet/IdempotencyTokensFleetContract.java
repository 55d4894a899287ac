package io.distid.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.testkit.Eventually;
import io.distid.testkit.TestJvm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The proof of tokens: 12 threads of 3 processes want each of many tokens, and processes are killed between begin and complete.
 *
 * <p>A killed worker's token is free once its deadline has passed. Each token is done once, with one result, which all callers get. A number
 * belongs to one use, and no use begins after the token is done. The system property {@value #TOKENS} says how many tokens there are, by default
 * 100; 10,000 take minutes.
 *
 * <p>Not safe for use by several threads: a test runs on one.
 */
@Tag("slow")
public abstract class IdempotencyTokensFleetContract {
    /** The system property for how many tokens are used. */
    public static final String TOKENS = "distid.token.fleet.tokens";

    private static final int PROCESSES = 3;
    private static final int LEAST_KILLS = 3;
    private static final int WORKING_THREADS = 4;
    private static final long LEASE_MILLIS = 1_000;
    private static final Duration LIMIT = Duration.ofHours(1);

    /** For subclasses. */
    protected IdempotencyTokensFleetContract() {}

    /**
     * The store under test.
     *
     * @return the name of its provider
     */
    protected abstract String store();

    /**
     * A configuration that works, for several processes of this machine.
     *
     * @return the settings
     */
    protected abstract Map<String, String> config();

    private static int count() {
        return Integer.getInteger(TOKENS, 100);
    }

    @Test
    @ResourceLock(TestJvm.CROWD)
    final void tokensOfKilledWorkersAreFreeAndEachIsDoneOnce() throws Exception {
        List<String> tokens = issue();
        List<List<String>> lines = new ArrayList<>();
        List<Worker> workers = new ArrayList<>();
        int kills = Math.max(LEAST_KILLS, tokens.size() / 200);
        int parts = kills + 1;
        try {
            for (int i = 0; i < PROCESSES; i++) {
                workers.add(new Worker(tokens, parts));
            }
            for (int part = 0; part < parts; part++) {
                List<Worker> others = new ArrayList<>(workers);
                if (part < kills) {
                    // However long the process waits for a core, it is killed between begin and complete, since it
                    // alone has this part yet.
                    int killed = part % PROCESSES;
                    Worker worker = others.remove(killed);
                    worker.child.tell(IdempotencyTokensChild.HOLD);
                    Eventually.await("a use to be killed in").until(() -> {
                        worker.read(lines);
                        return !worker.begun.isEmpty();
                    });
                    others.forEach(other -> other.child.tell("go"));
                    worker.child.kill();
                    worker.killed = true;
                    worker.read(lines);
                    worker.child.close();
                    Worker next = new Worker(tokens, parts);
                    workers.set(killed, next);
                    for (int done = 0; done <= part; done++) {
                        next.child.tell("go");
                    }
                } else {
                    others.forEach(other -> other.child.tell("go"));
                }
                int finished = part + 1;
                Eventually.await("the end of part " + finished).atMost(LIMIT).until(() -> {
                    workers.forEach(worker -> worker.read(lines));
                    return workers.stream().allMatch(worker -> worker.finished == finished);
                });
            }
        } finally {
            end(workers.stream().map(worker -> worker.child).toList());
        }
        check(tokens, lines, kills);
    }

    /** A process that begins and completes tokens. */
    private final class Worker {
        private final TestJvm child;
        /** The tokens that it is using. */
        private final Set<String> begun = new HashSet<>();

        /** How many parts it has finished. */
        private int finished;

        private boolean killed;

        Worker(List<String> tokens, int parts) {
            child = child(tokens, parts);
        }

        /** Reads the lines that have come. */
        void read(List<List<String>> lines) {
            assertThat(child.isAlive() || killed)
                    .as("whether the process lives: %s", child.errors())
                    .isTrue();
            for (String line : child.lines()) {
                List<String> words = List.of(line.split(" "));
                lines.add(words);
                switch (words.get(0)) {
                    case "ran" -> begun.add(words.get(1));
                    case "completed", "told" -> begun.remove(words.get(1));
                    default -> finished += words.get(0).equals("finished") ? 1 : 0;
                }
            }
        }
    }

    private List<String> issue() {
        List<String> tokens = new ArrayList<>();
        try (IdempotencyTokens all = IdempotencyTokens.open(store(), config())) {
            for (int i = 0; i < count(); i++) {
                tokens.add(all.issue());
            }
        }
        return tokens;
    }

    private TestJvm child(List<String> tokens, int parts) {
        TestJvm child = new TestJvm(
                IdempotencyTokensChild.class,
                config(),
                store(),
                Integer.toString(WORKING_THREADS),
                Long.toString(LEASE_MILLIS),
                Integer.toString(tokens.size()),
                Integer.toString(parts));
        tokens.forEach(child::tell);
        child.await("ready", TestJvm.START);
        return child;
    }

    private static void end(List<TestJvm> children) {
        children.forEach(TestJvm::kill);
        children.forEach(TestJvm::close);
    }

    /** Checks each token: the numbers of its uses, and the answers to all callers. */
    private void check(List<String> tokens, List<List<String>> lines, int kills) {
        assertThat(lines.stream().filter(line -> line.get(0).equals("fault")))
                .as("what workers found wrong")
                .isEmpty();
        Map<String, List<List<String>>> linesOf =
                lines.stream().filter(line -> line.size() >= 3).collect(Collectors.groupingBy(line -> line.get(1)));
        int retried = 0;
        try (IdempotencyTokens all = IdempotencyTokens.open(store(), config())) {
            for (int i = 0; i < tokens.size(); i++) {
                String number = Integer.toString(i);
                Set<String> results = new HashSet<>();
                Set<String> fences = new HashSet<>();
                long greatest = 0;
                int completions = 0;
                for (List<String> line : linesOf.getOrDefault(number, List.of())) {
                    switch (line.get(0)) {
                        case "ran" -> {
                            assertThat(fences.add(line.get(2)))
                                    .as("number %s of token %d is one use's", line.get(2), i)
                                    .isTrue();
                            greatest = Math.max(greatest, Long.parseLong(line.get(2)));
                        }
                        case "completed" -> {
                            completions++;
                            results.add(line.get(2));
                        }
                        case "told" -> results.add(line.get(2));
                        default -> throw new AssertionError("unexpected line " + line);
                    }
                }
                assertThat(completions)
                        .as("uses of token %d that were completed", i)
                        .isLessThanOrEqualTo(1);
                retried += fences.size() > 1 ? 1 : 0;
                TokenAnswer answer = all.begin(tokens.get(i), new byte[0]);
                assertThat(answer).as("answer for token %d in the end", i).isInstanceOf(TokenAnswer.Completed.class);
                byte[] result = ((TokenAnswer.Completed) answer).result();
                results.add(new String(Objects.requireNonNull(result), StandardCharsets.US_ASCII));
                // No use began after the completed use, and no caller got another result.
                assertThat(results).as("results of token %d", i).containsExactly(Long.toString(greatest));
            }
        }
        assertThat(retried)
                .as("tokens that were begun again after their worker was killed")
                .isGreaterThanOrEqualTo(kills);
    }
}
