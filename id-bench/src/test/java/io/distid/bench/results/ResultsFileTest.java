package io.distid.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {
    @TempDir
    Path folder;

    @Test
    void everySectionIsReadBackAsItWasWritten() throws IOException {
        Path file = folder.resolve("results.json");

        Files.writeString(file, ResultsFile.text(SampleResults.full()));

        assertThat(ResultsFile.read(file)).isEqualTo(SampleResults.full());
    }

    @Test
    void tooFewIdsAndABusyMachineAreReadBackAsTheyWereWritten() throws IOException {
        Path file = folder.resolve("results.json");
        Results doubtful = SampleResults.doubtful();

        Files.writeString(file, ResultsFile.text(doubtful));

        assertThat(file).content().contains("\"not shown\"", "\"tooFew\" : true", "\"others\" : 0.57");
        assertThat(ResultsFile.read(file)).isEqualTo(doubtful);
    }

    @Test
    void barsOfAnotherRevisionAreRefused() throws IOException {
        Path file = folder.resolve("results.json");
        Files.writeString(
                file,
                ResultsFile.text(SampleResults.full())
                        .replaceFirst("(\"gitRevision\" : )\"abc1234\"", "$1\"def5678\""));

        assertThatThrownBy(() -> ResultsFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " holds bars of revision abc1234 beside a comparison of revision def5678:"
                        + " measure both at one revision");
    }

    @Test
    void whatALaterVersionAddsIsPassedOver() throws IOException {
        Path file = folder.resolve("results.json");
        String later = ResultsFile.text(SampleResults.interrupted()).replaceFirst("\\{", "{\"later\": {\"a\": 1},");

        Files.writeString(file, later);

        assertThat(ResultsFile.read(file)).isEqualTo(SampleResults.interrupted());
    }
}
