package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/check-readme} lets the README pass, and none that is too long or out of order. */
class ReadmeLimitsTest {
    private static final String README = Page.of("README.md").text();

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, String output) {}

    @Test
    void theReadmePasses() throws Exception {
        assertThat(check(readme -> readme)).satisfies(outcome -> {
            assertThat(outcome.output()).contains(" lines, ", " words, ", " sentences of ");
            assertThat(outcome.exitCode()).isZero();
        });
    }

    @Test
    void aLineTooManyIsRefused() throws Exception {
        shouldBeRefused(readme -> readme + "\n".repeat(150), "lines, at most 150 are allowed");
    }

    @Test
    void aWordTooManyIsRefused() throws Exception {
        shouldBeRefused(readme -> readme + "Short. ".repeat(900), "words, at most 900 are allowed");
    }

    @Test
    void aLongSentenceIsRefused() throws Exception {
        shouldBeRefused(readme -> readme + "\n" + "word ".repeat(31) + "\n", "a sentence has 31 words");
    }

    @Test
    void aLongSentenceInATableIsRefused() throws Exception {
        shouldBeRefused(readme -> readme + "\n| a | " + "word ".repeat(31) + "|\n", "a sentence has 31 words");
    }

    @Test
    void aSentenceOf30WordsOverTwoLinesPasses() throws Exception {
        assertThat(check(readme -> readme.replaceFirst(
                                        "\n", "\n\n" + "word ".repeat(15) + "\n" + "word ".repeat(15) + "\n")
                                // Room for these words.
                                .replaceFirst("Add the \\[modules\\][^\n]*\n", "")
                                .replace("\n\n```xml", "\n```xml")
                                .replace("\n\n```kotlin", "\n```kotlin")
                                .replace("\n\n```java", "\n```java"))
                        .exitCode())
                .isZero();
    }

    @Test
    void longSentencesOnAverageAreRefused() throws Exception {
        String sentence =
                "Here are a number of words and then more words and then some more and then even more of them than before. ";

        shouldBeRefused(
                readme -> readme.split("\n## Which one")[0] + "\n" + sentence.repeat(20),
                "words on average, at most 15 are allowed");
    }

    @Test
    void sectionsInAnotherOrderAreRefused() throws Exception {
        shouldBeRefused(
                readme -> readme.replace("## Test", "## Moved")
                        .replace("## Compare", "## Test")
                        .replace("## Moved", "## Compare"),
                "the sections are Quick start|Which one?|Spring Boot|Test|");
    }

    private void shouldBeRefused(UnaryOperator<String> change, String message) throws Exception {
        assertThat(check(change)).satisfies(outcome -> {
            assertThat(outcome.output()).contains(message);
            assertThat(outcome.exitCode()).isEqualTo(1);
        });
    }

    private Outcome check(UnaryOperator<String> change) throws IOException, InterruptedException {
        Path changed = Files.writeString(folder.resolve("README.md"), change.apply(README));
        Process script = new ProcessBuilder("../.ci/check-readme", changed.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(script.getInputStream().readAllBytes());
        return new Outcome(script.waitFor(), output);
    }
}
