package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong while a comparison runs. */
@Tag("slow")
class BadInputTest {
    /** Says that there is no space left, whatever is written to it. */
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path folder;

    @Test
    void aServerThatIsKilledFailsItsRowAndTheRestGoesOn() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Path report = folder.resolve("report");
        // So many that some are left however late the server is killed.
        Process lab = LabRun.start(
                report, log, "--strategies", "mysql-auto-increment,uuid-v4", "--forks", "5", "--threads", "1");
        await().atMost(Duration.ofMinutes(5))
                .until(() -> !lab.isAlive() || Files.readString(log).contains("measuring uuid-v4, fork 1/5"));
        ProcessHandle mysql = lab.descendants()
                .filter(process -> process.info().command().orElse("").matches(".*(mariadbd|mysqld)"))
                .findFirst()
                .orElse(null);
        if (mysql == null) {
            lab.destroy();
        }
        assumeThat(mysql != null).as("an embedded server of the lab's own").isTrue();

        mysql.destroyForcibly();

        assertThat(lab.waitFor(5, TimeUnit.MINUTES)).isTrue();
        LabRun run = new LabRun(lab.exitValue(), Files.readString(log), report);
        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.row("mysql-auto-increment").get("status").asString()).isEqualTo("failed");
        assertThat(run.row("mysql-auto-increment").get("reason").asString()).containsIgnoringCase("connection");
        assertThat(run.row("uuid-v4").get("status").asString()).isEqualTo("measured");
        assertThat(run.row("uuid-v4").get("throughput").get(0).get("samples")).hasSize(5);
        assertThat(run.json().get("environment").get("complete").asBoolean()).isTrue();
    }

    @Test
    void fullDiskIsReportedWithTheFolderAndTheTableIsStillPrinted() throws IOException, InterruptedException {
        assumeThat(FULL).exists();
        Path report = Files.createDirectory(folder.resolve("report"));
        Files.createSymbolicLink(report.resolve("results.json.tmp"), FULL);

        LabRun run = LabRun.of(report, "--strategies", "uuid-v4", "--threads", "1");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(2);
        assertThat(run.output())
                .containsPattern("(?m)^ uuid-v4 +[0-9.]+ [kM]")
                .containsPattern("the report could not be written to " + report
                        + ": results.json: .*No space left on device.*\\(written: nothing; space left: \\d+ KiB\\)")
                .doesNotContain("\tat ");
        try (Stream<Path> files = Files.list(report)) {
            assertThat(files).isEmpty();
        }
    }
}
