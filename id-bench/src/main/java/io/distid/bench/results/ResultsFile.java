package io.distid.bench.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Writes and reads results as JSON. Additions of later versions are ignored. Stateless: safe for use by any number of
 * threads.
 */
public final class ResultsFile {
    private static final String KIND = "results.json";

    private ResultsFile() {}

    /** Writes results as {@code results.json} has them; the whole text. */
    public static String text(Results results) {
        return Json.indented(results) + "\n";
    }

    /** Writes a file without a comparison; {@code parts}: bars, a table of faults, or both; the whole text. */
    public static String text(BarsAndFaults parts) {
        return Json.indented(parts) + "\n";
    }

    /**
     * Reads bars and faults, with or without a comparison.
     *
     * @param file a file that a comparison, bars or a run of faults wrote
     * @return the bars and the table of faults that the file has
     * @throws IOException if there is no such file, it is not JSON, or a part of it is not the lab's; the message says
     *     which
     */
    public static BarsAndFaults parts(Path file) throws IOException {
        return JsonFile.value(file, KIND, JsonFile.tree(file, KIND), BarsAndFaults.class);
    }

    /**
     * Reads results.
     *
     * @param file a file that a comparison wrote
     * @return the results
     * @throws IOException if the file is missing or not the lab's, or its bars and its comparison have different
     *     revisions; the message says which
     */
    public static Results read(Path file) throws IOException {
        JsonNode tree = JsonFile.tree(file, KIND);
        if (!isComparison(tree)) {
            throw new IOException(
                    tree.has("bars") || tree.has("faults")
                            ? file + " holds " + (tree.path("faults").isObject() ? "a table of faults" : "bars")
                                    + " and no comparison: run id-bench into the same folder"
                            : file
                                    + " is not a results.json of id-bench: it has no \"environment\" and \"strategies\"");
        }
        return ofOneRevision(file, JsonFile.value(file, KIND, tree, Results.class));
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
        return isComparison(JsonFile.tree(file, KIND));
    }

    /**
     * Whether a file holds a table of faults.
     *
     * @param file a file
     * @return true if {@link #parts(Path)} has one, or says what is wrong with it
     * @throws IOException if it cannot be read or is not JSON
     */
    public static boolean holdsFaults(Path file) throws IOException {
        return JsonFile.tree(file, KIND).path("faults").isObject();
    }

    private static boolean isComparison(JsonNode tree) {
        return tree.path("environment").isObject() && tree.path("strategies").isArray();
    }
}
