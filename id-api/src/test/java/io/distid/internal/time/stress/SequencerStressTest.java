package io.distid.internal.time.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs jcstress in a JVM of its own; it fails on the first outcome that is forbidden. */
@Tag("slow")
class SequencerStressTest {
    @Test
    void threadsSeeNoForbiddenOutcome(@TempDir Path directory) throws Exception {
        assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1,
                "jcstress runs two threads at the same time, which takes two processors");
        File output = directory.resolve("jcstress.txt").toFile();
        Process jcstress = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-t",
                        TickSequencerStress.class.getName(),
                        "-f",
                        "1",
                        "-fsm",
                        "1",
                        "-iters",
                        "2",
                        "-time",
                        "250",
                        "-sc",
                        "false",
                        // One configuration of the compiler instead of all: the default, which is what runs in
                        // production.
                        "-jvmArgs",
                        "-Xmx256m -XX:+UseSerialGC",
                        "-r",
                        directory.toString()))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(jcstress.waitFor(15, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly();
        }
        String text = Files.readString(output.toPath(), StandardCharsets.UTF_8);
        assertThat(jcstress.exitValue()).as(text).isZero();
        assertThat(text).contains("Failed tests: No matches", "Error tests: No matches", "6 matching test results");
    }
}
