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
 * Results as JSON, to be written and read back. What a later version adds is passed over. Stateless: safe for use by any number
 * of threads.
 */
public final class ResultsFile {
    /** What the parser says of the place where an object began is of no use: it does not keep the source. */
    private static final Pattern WHERE_IT_BEGAN = Pattern.compile(" \\(start marker at .*\\)");

    private ResultsFile() {}

    /**
     * Writes results as {@code results.json} has them.
     *
     * @param results what was found
     * @return the whole text
     */
    public static String text(Results results) {
        return Json.indented(results) + "\n";
    }

    /**
     * Reads results.
     *
     * @param file that a comparison wrote
     * @return what was found
     * @throws IOException if there is no such file, it is not one of ours, or its bars are of another revision than its comparison;
     *     the message says which
     */
    public static Results read(Path file) throws IOException {
        JsonNode tree = tree(file);
        if (!isComparison(tree)) {
            throw new IOException(
                    tree.has("bars")
                            ? file + " holds bars and no comparison: run id-bench into the same folder"
                            : file
                                    + " is not a results.json of id-bench: it has no \"environment\" and \"strategies\"");
        }
        try {
            return ofOneRevision(file, Json.MAPPER.treeToValue(tree, Results.class));
        } catch (JacksonException e) {
            throw new IOException(
                    file + " is not a results.json of this version of id-bench, since " + place(e)
                            + " is not what it has there",
                    e);
        }
    }

    private static Results ofOneRevision(Path file, Results results) throws IOException {
        List<String> others = results.otherRevisions();
        if (!others.isEmpty()) {
            throw new IOException(file + " holds bars of revision " + String.join(", ", others)
                    + " beside a comparison of revision "
                    + results.environment().gitRevision() + ": measure both at one revision");
        }
        return results;
    }

    /**
     * Whether a file holds a comparison, and not bars alone.
     *
     * @param file a file
     * @return true if {@link #read(Path)} is worth a try
     * @throws IOException if it cannot be read or is not JSON
     */
    public static boolean holdsComparison(Path file) throws IOException {
        return isComparison(tree(file));
    }

    private static boolean isComparison(JsonNode tree) {
        return tree.path("environment").isObject() && tree.path("strategies").isArray();
    }

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
            // Nested too deeply, or with a name or a number that is too long.
            throw new IOException(file + " is not a results.json of id-bench: " + firstLine(e), e);
        }
    }

    /** Such as {@code environment} or {@code strategies.0.throughput}. */
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
