package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.Eventually;
import io.distid.testkit.TestJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process killed while it draws ids that may lead the clock: the next holder of its worker file issues none that is not greater. */
class CrashTest {
    private static final Duration PATIENCE = Eventually.LIMIT;

    @TempDir
    Path directory;

    @Test
    void idsAfterAKillAreGreaterThanAllBefore() {
        Map<String, String> config = Map.of(
                "namespace", "crash",
                "max-lead", "1s",
                "reservation", "1s",
                "worker", "file",
                "worker.file", directory.resolve("node").toString(),
                "worker.id", "3",
                "worker.file-create", "true");
        long greatest = 0;
        for (int life = 0; life < 2; life++) {
            try (TestJvm child = new TestJvm(CrashChild.class, config)) {
                long first = greatest(List.of(child.await("issued", PATIENCE)));
                assertThat(first).as("ids of life %d", life).isGreaterThan(greatest);
                for (int batch = 0; batch < 500; batch++) {
                    child.await("issued", PATIENCE);
                }
                child.kill();
                greatest = Math.max(first, greatest(child.drain("issued")));
            }
        }
        try (LongIdGenerator successor = IdGenerators.openLong("snowflake", config)) {
            assertThat(Eventually.untilAnswered(successor::nextId)).isGreaterThan(greatest);
        }
    }

    private static long greatest(List<List<String>> lines) {
        return lines.stream()
                .mapToLong(words -> Long.parseLong(words.get(0)))
                .max()
                .orElse(0);
    }
}
