package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/check-documents} lets documents and comments pass, and none that is too long, hard to read or out of order. */
class DocumentLimitsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SCRIPT = ROOT.resolve(".ci/check-documents");
    private static final String SOURCE = "id-new/src/main/java/New.java";

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, String output) {}

    @Test
    void theDocumentsPass() throws Exception {
        assertThat(check(readme -> readme)).satisfies(outcome -> {
            assertThat(outcome.output()).contains(" documents, ", " words; ", " sentences of ");
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

    @Test
    void aPageTooLongIsRefused() throws Exception {
        shouldBeRefused(
                "docs/scale.md",
                page -> page + "Short. ".repeat(2000),
                "docs/scale.md: ",
                " words, at most 2000 are allowed");
    }

    @Test
    void aReadmeOfAModuleTooLongIsRefused() throws Exception {
        shouldBeRefused("id-api/README.md", page -> page + "Short. ".repeat(1200), " words, at most 1200 are allowed");
    }

    @Test
    void aNewPageIsMeasuredToo() throws Exception {
        shouldBeRefused(
                "docs/new.md",
                page -> "word ".repeat(31),
                "docs/new.md: a sentence has 31 words, at most 30 are allowed");
    }

    @Test
    void tooManyWordsInAllAreRefused() throws Exception {
        shouldBeRefused(
                "docs/new.md",
                page -> "Short. ".repeat(1500),
                "all: the documents have ",
                " words, at most 40000 are allowed");
    }

    @Test
    void manyLongSentencesAreRefused() throws Exception {
        // The words of one document do not suffice for 8 % of all sentences.
        Path script = scriptWith("max_long_percent=8", "max_long_percent=0");

        assertThat(check(script, "docs/scale.md", page -> page + "\n" + "word ".repeat(26) + "\n"))
                .satisfies(outcome -> {
                    assertThat(outcome.output()).contains("have more than 25 words", "docs/scale.md: 26 words: ");
                    assertThat(outcome.exitCode()).isEqualTo(1);
                });
    }

    @Test
    void manyHardPhrasesAreRefused() throws Exception {
        shouldBeRefused(
                "docs/scale.md",
                page -> page + "\n\nOf such a thing it speaks. It was (anew) tried again.".repeat(20),
                " a hard phrase; at most 8 % and 1 % are allowed",
                "docs/scale.md: hard: Of such a thing it speaks.",
                "docs/scale.md: hard: It was (anew) tried again.");
    }

    @Test
    void aLongSentenceInAJavadocCommentIsRefused() throws Exception {
        shouldBeRefused(
                SOURCE,
                source -> "class New {\n    /**\n     * " + "word ".repeat(16) + "\n     * " + "word ".repeat(14)
                        + "word.\n     */\n    int a;\n}\n",
                SOURCE + ": a sentence has 31 words, at most 30 are allowed");
    }

    @Test
    void hardPhrasesInCommentsAreRefused() throws Exception {
        shouldBeRefused(
                SOURCE,
                source -> "class New {\n    // Of such a thing\n    // it speaks.\n    int a;\n}\n",
                "of 1 sentences of comments 0 have more than 25 words and 1 a hard phrase",
                SOURCE + ": hard: Of such a thing it speaks.");
    }

    /** Tags and the code beside a comment are no sentences. */
    @Test
    void plainCommentsPass() throws Exception {
        String words = "word ".repeat(14);
        String source = "/**\n * Has a few words. Has {@code some code}.\n *\n * <p>" + words + "\n *\n * @param name "
                + words + "\n */\nclass New {} // " + words + words + words + "\n";

        assertThat(check(SOURCE, any -> source)).satisfies(outcome -> {
            assertThat(outcome.output()).contains("comments of 1 sources; 3 sentences");
            assertThat(outcome.exitCode()).isZero();
        });
    }

    @Test
    void aShortDocumentIsNotKeptOnTheListOfLongOnes() throws Exception {
        Path script = scriptWith("not_yet='\n", "not_yet='\nSECURITY.md\n");

        assertThat(check(script, "README.md", readme -> readme)).satisfies(outcome -> {
            assertThat(outcome.output()).contains("SECURITY.md is within its limits: take it off");
            assertThat(outcome.exitCode()).isEqualTo(1);
        });
    }

    /** A copy of the script with another setting. */
    private Path scriptWith(String setting, String other) throws IOException {
        String script = Files.readString(SCRIPT);
        assertThat(script).contains(setting);
        Path copy = Files.writeString(folder.resolve("check-documents"), script.replace(setting, other));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        return copy;
    }

    private void shouldBeRefused(UnaryOperator<String> change, String... messages) throws Exception {
        shouldBeRefused("README.md", change, messages);
    }

    private void shouldBeRefused(String document, UnaryOperator<String> change, String... messages) throws Exception {
        assertThat(check(document, change)).satisfies(outcome -> {
            assertThat(outcome.output()).contains(messages);
            assertThat(outcome.exitCode()).isEqualTo(1);
        });
    }

    private Outcome check(UnaryOperator<String> change) throws IOException, InterruptedException {
        return check("README.md", change);
    }

    private Outcome check(String document, UnaryOperator<String> change) throws IOException, InterruptedException {
        return check(SCRIPT, document, change);
    }

    /** What the script says of all documents, one of them changed. */
    private Outcome check(Path script, String document, UnaryOperator<String> change)
            throws IOException, InterruptedException {
        for (Path original : documents()) {
            Path copy = folder.resolve(ROOT.relativize(original));
            Files.createDirectories(copy.getParent());
            Files.copy(original, copy);
        }
        Path changed = folder.resolve(document);
        Files.createDirectories(changed.getParent());
        Files.writeString(changed, change.apply(Files.exists(changed) ? Files.readString(changed) : ""));
        Process process = new ProcessBuilder(script.toString(), folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ROOT.relativize(file).startsWith("docs/results"))
                    .filter(file -> !file.toString().contains("target"))
                    .toList();
        }
    }
}
