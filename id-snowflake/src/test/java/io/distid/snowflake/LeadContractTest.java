package io.distid.snowflake;

import io.distid.internal.worker.FileWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.worker.WorkerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;

/** Ids that lead the clock by all that the reservation allows. */
class LeadContractTest extends LongIdGeneratorContract {
    @TempDir
    Path directory;

    @Override
    protected String strategy() {
        return "snowflake";
    }

    /** Ids that lead as each node's file was started would sort by that. So each has a predecessor, which led by nothing. */
    private Path closedNow(int node) {
        Path file = directory.resolve("node-" + node);
        if (!Files.exists(file)) {
            FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
            Map<String, String> config =
                    Map.of("file", file.toString(), "id", String.valueOf(node), "file-create", "true");
            WorkerRequest request = new WorkerRequest(
                    "lead",
                    1023,
                    OptionalInt.empty(),
                    Duration.ofMillis(200),
                    SnowflakePreset.DISTID.layout().toString(),
                    "predecessor",
                    InstantSource.system());
            provider.open(IdConfig.of(provider, config)).acquire(request).release(System.currentTimeMillis());
        }
        return file;
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of(
                "max-lead",
                "200ms",
                "reservation",
                "200ms",
                // For a renewal, which comes late where the machine stands still.
                "max-wait",
                "1min",
                "worker",
                "file",
                "worker.file",
                closedNow(node).toString(),
                "worker.id",
                String.valueOf(node),
                "worker.file-create",
                "true",
                "namespace",
                "lead");
    }
}
