package io.distid.bench.results;

import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/**
 * A table of faults as JSON, to be written and read back. What a later version adds is passed over. Stateless: safe for use by any
 * number of threads.
 */
public final class FaultsFile {
    private static final String KIND = "faults.json";

    private FaultsFile() {}

    /**
     * Writes a table as {@code faults.json} has it.
     *
     * @param table what was found
     * @return the whole text
     */
    public static String text(FaultTable table) {
        return Json.indented(table) + "\n";
    }

    /**
     * Reads a table.
     *
     * @param file that a run of faults wrote
     * @return what was found
     * @throws IOException if there is no such file, or it is not one of ours; the message says which
     */
    public static FaultTable read(Path file) throws IOException {
        JsonNode tree = JsonFile.tree(file, KIND);
        if (!isTable(tree)) {
            throw new IOException(file + " is not a faults.json of id-bench: it has no \"faults\" and \"cells\"");
        }
        return JsonFile.value(file, KIND, tree, FaultTable.class);
    }

    /**
     * Whether a file holds a table of faults.
     *
     * @param file a file
     * @return true if {@link #read(Path)} is worth a try
     * @throws IOException if it cannot be read or is not JSON
     */
    public static boolean holdsTable(Path file) throws IOException {
        return isTable(JsonFile.tree(file, KIND));
    }

    private static boolean isTable(JsonNode tree) {
        return tree.path("faults").isArray() && tree.path("cells").isArray();
    }
}
