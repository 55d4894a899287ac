package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.IdBench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees whose server is down: in a JVM of its own, as logs go past the command's own output. */
@Tag("slow")
class QuietLogsTest {
    private static final String ZOOKEEPER = "next snowflake -Dworker=zookeeper -Dworker.connect=127.0.0.1:1";

    @ParameterizedTest
    @ValueSource(
            strings = {
                ZOOKEEPER,
                "next redis-incr -Durl=redis://127.0.0.1:1 -Dkey=ids",
                "next mysql-auto-increment -Durl=jdbc:mysql://127.0.0.1:1/db -Duser=u",
                "next leaf-segment -Dstore.url=jdbc:mysql://127.0.0.1:1/db -Dstore.user=u -Dtag=orders"
            })
    void theErrorStandsAlone(String command) throws IOException, InterruptedException {
        assertThat(errorsOf(command)).singleElement().asString().contains("127.0.0.1:1");
    }

    @Test
    void verboseTellsWhatLibrariesLogAndWhereTheErrorComesFromBeforeTheError()
            throws IOException, InterruptedException {
        List<String> errors = errorsOf(ZOOKEEPER + " --verbose");

        assertThat(errors)
                .anyMatch(line -> line.startsWith("INFO: Client environment:"))
                .anyMatch(line -> line.startsWith("\tat io.distid."))
                .last()
                .asString()
                .startsWith("ZooKeeper at 127.0.0.1:1 did not answer");
    }

    @Test
    void aWarningOfDistidIsPrintedThoughTheCommandEndsAtOnce() throws IOException, InterruptedException {
        assertThat(errorsOf("next snowflake -Dworker.id=7", 0))
                .singleElement()
                .asString()
                .startsWith("WARNING: snowflake node 7: restart safety rests on the clock");
    }

    @Test
    void whatIsOpenedForItsTraitsAloneIsNotWarnedOf() throws IOException, InterruptedException {
        assertThat(errorsOf("list", 0)).isEmpty();
    }

    private static List<String> errorsOf(String command) throws IOException, InterruptedException {
        return errorsOf(command, 1);
    }

    private static List<String> errorsOf(String command, int exitCode) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It runs for a second or two.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                IdBench.class.getName()));
        words.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(exitCode);
        return errors.lines().toList();
    }
}
