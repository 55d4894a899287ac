package io.distid.bench.results;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;

/**
 * Writes and reads results as JSON. Additions of later versions are ignored. Stateless: safe for use by any number of
 * threads.
 */
public final class ResultsFile {
    /** The parser's hint about the start of an object is useless: it does not keep the source. */
    private static final Pattern WHERE_IT_BEGAN = Pattern.compile(" \\(start marker at .*\\)");

    private ResultsFile() {}

    /** The whole text of {@code results.json}: of {@link Results}, or of {@link BarsAndFaults} without a comparison. */
    public static String text(Record content) {
        return Json.indented(content) + "\n";
    }

    /** Reads bars and faults, with or without a comparison. The message of an {@link IOException} says what is wrong. */
    public static BarsAndFaults parts(Path file) throws IOException {
        return value(file, tree(file), BarsAndFaults.class);
    }

    /** Reads a comparison. Its bars must be of its own revision. The message of an {@link IOException} says what is wrong. */
    public static Results read(Path file) throws IOException {
        JsonNode tree = tree(file);
        if (!isComparison(tree)) {
            throw new IOException(
                    tree.has("bars") || tree.has("faults")
                            ? file + " holds " + (tree.path("faults").isObject() ? "a table of faults" : "bars")
                                    + " and no comparison: run id-bench into the same folder"
                            : file
                                    + " is not a results.json of id-bench: it has no \"environment\" and \"strategies\"");
        }
        Results results = value(file, tree, Results.class);
        List<String> others = results.otherRevisions();
        if (!others.isEmpty()) {
            throw new IOException(file + " holds bars of revision " + String.join(", ", others)
                    + " beside a comparison of revision "
                    + results.environment().gitRevision() + ": measure both at one revision");
        }
        return results;
    }

    /** Whether a file holds a comparison, so that {@link #read(Path)} is worth a try. */
    public static boolean holdsComparison(Path file) throws IOException {
        return isComparison(tree(file));
    }

    /** Whether a file holds a table of faults, so that {@link #parts(Path)} is worth a try. */
    public static boolean holdsFaults(Path file) throws IOException {
        return tree(file).path("faults").isObject();
    }

    private static boolean isComparison(JsonNode tree) {
        return tree.path("environment").isObject() && tree.path("strategies").isArray();
    }

    /** Reads JSON of any shape; the message of an error says what is wrong with the file. */
    private static JsonNode tree(Path file) throws IOException {
        try {
            return Json.MAPPER.readTree(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (FileSystemException e) {
            throw new IOException(file + " cannot be read: " + e.getReason(), e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e, e);
        } catch (StreamReadException e) {
            throw new IOException(
                    file + " is not JSON: line " + e.getLocation().getLineNr() + ": "
                            + WHERE_IT_BEGAN.matcher(firstLine(e)).replaceAll(""),
                    e);
        } catch (JacksonException e) {
            // The nesting is too deep, or a name or a number is too long.
            throw new IOException(file + " is not a results.json of id-bench: " + firstLine(e), e);
        }
    }

    /** Makes a value of JSON; the message of an error names the place that this version does not have so. */
    private static <T> T value(Path file, JsonNode tree, Class<T> type) throws IOException {
        try {
            return Json.MAPPER.treeToValue(tree, type);
        } catch (JacksonException e) {
            throw new IOException(
                    file + " is not a results.json of this version of id-bench, since " + place(e)
                            + " is not what it has there",
                    e);
        }
    }

    /** The place in the document, such as {@code environment} or {@code strategies.0.throughput}. */
    private static String place(JacksonException e) {
        String place = e.getPath().stream()
                .map(step -> step.getPropertyName() != null ? step.getPropertyName() : String.valueOf(step.getIndex()))
                .collect(Collectors.joining("."));
        return place.isEmpty() ? "it" : "\"" + place + "\"";
    }

    private static String firstLine(JacksonException e) {
        return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    }
}
