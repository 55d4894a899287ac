package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Locks on real servers, and one that is none; and tokens. */
@Tag("slow")
class LocksRunTest {
    @TempDir
    private Path folder;

    @Test
    void measuresLocksAloneContendedAndAfterACrash() throws Exception {
        // On one server with a counter, whose key is the name of the run.
        LabRun run = LabRun.of(
                folder,
                "--strategies",
                "redis-incr",
                "--locks",
                "lock redis,lock zookeeper,redisson R*,curator*,postgresql*");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.json().get("locks")).hasSize(6);
        for (JsonNode lock : run.json().get("locks")) {
            String name = lock.get("name").asString();
            assertThat(lock.get("status").asString()).as(lock.toString()).isEqualTo("measured");
            assertThat(lock.get("alone").asDouble()).as(name).isPositive();
            assertThat(lock.get("contended").asDouble()).as(name).isPositive();
            assertThat(lock.get("afterCrash").asDouble()).as(name).isPositive();
            assertThat(lock.get("numbered").asBoolean())
                    .as(name)
                    .isEqualTo(name.startsWith("lock") || name.equals("redisson RFencedLock"));
        }
        assertThat(run.output()).contains("locks, locked and freed/s", " redisson RFencedLock");
    }

    @Test
    void lockThatIsLocalToEachProcessFails() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "none", "--locks", "lock split");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        JsonNode lock = run.json().get("locks").get(0);
        assertThat(lock.get("status").asString()).isEqualTo("failed");
        assertThat(lock.get("reason").asString()).contains("duplicates among 2 processes");
    }

    @Test
    void lockWhoseServerIsNotThereIsSkippedAndReportedToCallersThatNamedIt() throws Exception {
        LabRun run = LabRun.of(
                folder,
                "-Ddistid.redis.url=redis://:hunter2@127.0.0.1:1",
                "--strategies",
                "none",
                "--locks",
                "redisson RLock");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.json().get("locks").get(0).get("status").asString()).isEqualTo("skipped");
        assertThat(run.output())
                .contains("nothing that was named could be measured", "127.0.0.1:1")
                .doesNotContain("hunter2");
    }

    @Test
    void measuresTokensBesideTheBareScript() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "none", "--tokens", "tokens redis,jedis token script");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.json().get("locks")).isEmpty();
        assertThat(run.json().get("tokens")).hasSize(2);
        for (JsonNode tokens : run.json().get("tokens")) {
            assertThat(tokens.get("status").asString()).as(tokens.toString()).isEqualTo("measured");
            assertThat(tokens.get("alone").asDouble()).isPositive();
            assertThat(tokens.get("together").asDouble()).isPositive();
        }
    }

    @Test
    void strategiesThatAreNamedBringNoLocksOrTokens() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "uuid-v4", "--threads", "1");

        assertThat(run.json().get("locks")).isEmpty();
        assertThat(run.json().get("tokens")).isEmpty();
    }
}
