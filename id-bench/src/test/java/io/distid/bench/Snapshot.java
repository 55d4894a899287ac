package io.distid.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares what the lab says with what it said when that was written down. */
public final class Snapshot {
    private static final Path FOLDER = Path.of("src", "test", "resources", "io", "distid", "bench");
    private static final int SHOWN = 10;

    private Snapshot() {}

    /**
     * Compares line by line. With {@code -Ddistid.write=true} it writes the lines down instead: the author of a change reads the difference.
     *
     * @param name of the file
     * @param lines what is said now
     */
    public static void assertSame(String name, List<String> lines) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("distid.write")) {
            Files.write(file, lines);
        }
        List<String> before = Files.readAllLines(file);
        if (!lines.equals(before)) {
            throw new AssertionError(
                    "the lab says something else than " + file + "\n" + shown("no longer", before, lines)
                            + shown("new", lines, before)
                            + "If only that was to change, write it by the command in CONTRIBUTING, with -Ddistid.write=true.");
        }
    }

    /** The lines of one that the other lacks; lines that only moved are in neither. */
    private static String shown(String what, List<String> lines, List<String> without) {
        List<String> left = new ArrayList<>(lines);
        without.forEach(left::remove);
        StringBuilder text = new StringBuilder(what + ": " + left.size() + " lines\n");
        left.stream()
                .limit(SHOWN)
                .forEach(line -> text.append("  ").append(line).append('\n'));
        return text.toString();
    }
}
