package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Entities on a real server, and on one that is none. */
@Tag("slow")
class EntitiesRunTest {
    @TempDir
    private Path folder;

    @Test
    void measuresRowsAndStatementsOfEachWayToMakeAnId() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "none", "--entities", "all");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.json().get("entities")).hasSize(12);
        for (JsonNode entity : run.json().get("entities")) {
            String name = entity.get("name").asString();
            assertThat(entity.get("status").asString()).as(entity.toString()).isEqualTo("measured");
            assertThat(entity.get("rowsPerSecond").asDouble()).as(name).isPositive();
            // What an identity column costs: a statement for each row, where batches have one for fifty.
            if (name.startsWith("IDENTITY")) {
                assertThat(entity.get("statementsPerRow").asDouble()).isBetween(1.0, 1.2);
            } else {
                assertThat(entity.get("statementsPerRow").asDouble()).as(name).isBetween(0.02, 0.2);
            }
        }
        assertThat(run.output()).contains("statements/row", " @Tsid", " IDENTITY on PG");
    }

    @Test
    void entitiesWhoseServerIsNotThereAreSkippedAndReportedToCallersThatNamedThem() throws Exception {
        LabRun run = LabRun.of(
                folder,
                "-Ddistid.mysql.url=jdbc:mysql://127.0.0.1:1/",
                "--strategies",
                "none",
                "--entities",
                "IDENTITY");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.json().get("entities").get(0).get("status").asString()).isEqualTo("skipped");
        assertThat(run.output()).contains("nothing that was named could be measured", "127.0.0.1:1");
    }

    @Test
    void strategiesThatAreNamedBringNoEntities() throws Exception {
        LabRun run = LabRun.of(folder, "--strategies", "uuid-v4", "--threads", "1");

        assertThat(run.json().get("entities")).isEmpty();
    }
}
