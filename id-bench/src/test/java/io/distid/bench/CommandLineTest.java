package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
    @TempDir
    Path folder;

    @Test
    void anUnknownFlagIsNamed() throws IOException, InterruptedException {
        refused("Unknown option: '--fast'", "--fast");
    }

    @Test
    void anUnknownStrategyIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        refused("unknown strategy \"snowflak\": on the class path are ", "--strategies", "snowflak");
    }

    @Test
    void anUnknownPeerIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        refused("unknown peer \"tsid\": on the class path are agrona snowflake, ", "--peers", "tsid");
    }

    @Test
    void nothingToMeasureIsRefused() throws IOException, InterruptedException {
        refused("--strategies and --peers leave nothing to measure", "--strategies", "none");
    }

    @Test
    void anUnknownProfileIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        refused("\"huge\" must be one of tiny, quick, full", "--profile=huge");
    }

    @Test
    void aBarThatThereIsNotIsRefused() throws IOException, InterruptedException {
        refused("--bars is \"nosuch\": must be all, none or a part of a bar's name", "--bars", "nosuch");
    }

    @Test
    void completionNamesEveryCommandAndIsABashScript() throws IOException, InterruptedException {
        CommandRun run = CommandRun.of("generate-completion");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("compare", "report", "bars", "--tolerance", "decode");
        Path script = Files.writeString(folder.resolve("completion"), run.out());
        try {
            assertThat(new ProcessBuilder("bash", "-n", script.toString())
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            assumeThat(false).as("there is no bash: " + e).isTrue();
        }
    }

    @Test
    void aThreadCountOutOfRangeIsAnsweredWithTheRange() throws IOException, InterruptedException {
        refused("--threads is 0: must be from 1 to 1024", "--threads", "1,0");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));
        refused("--out is " + file + ": must be a folder that can be written to", "--out", file.toString());
    }

    @Test
    void aRefusalRepeatsNoPassword() throws IOException, InterruptedException {
        LabRun run = LabRun.of(
                folder.resolve("report"),
                "--fast",
                "-Ddistid.mysql.password=hunter2",
                "-Ddistid.redis.url=redis://:hunter2@h");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).doesNotContain("hunter2");
    }

    @Test
    void helpNamesProfilesAndExitCodes() throws IOException, InterruptedException {
        Path log = folder.resolve("help.log");
        Process help = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "--help")
                .redirectOutput(log.toFile())
                .start();

        assertThat(help.waitFor()).isZero();
        assertThat(Files.readString(log)).contains("compare", "Exit codes:");
    }

    private void refused(String message, String... args) throws IOException, InterruptedException {
        LabRun run = LabRun.of(folder.resolve("report"), args);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains(message).doesNotContain("\tat ");
    }
}
