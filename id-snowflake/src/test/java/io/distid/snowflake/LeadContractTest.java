package io.distid.snowflake;

import io.distid.testkit.LongIdGeneratorContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Ids that lead the clock by all that the reservation allows. */
class LeadContractTest extends LongIdGeneratorContract {
    @TempDir
    Path directory;

    @Override
    protected String strategy() {
        return "snowflake";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of(
                "max-lead",
                "500ms",
                "reservation",
                "500ms",
                "worker",
                "file",
                "worker.path",
                directory.resolve("node-" + node).toString(),
                "worker.id",
                String.valueOf(node),
                "worker.create",
                "true",
                "namespace",
                "lead");
    }
}
