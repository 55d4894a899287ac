package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compares what the lab says with what it said when that was written down. */
public final class Snapshot {
    private static final Path FOLDER = Path.of("src", "test", "resources", "io", "distid", "bench");

    private Snapshot() {}

    /**
     * Compares line by line. With {@code -Ddistid.snapshot.write=true} it writes the lines down instead: whoever does so reads the difference.
     *
     * @param name of the file
     * @param lines what is said now
     */
    public static void assertSame(String name, List<String> lines) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("distid.snapshot.write")) {
            Files.write(file, lines);
        }
        assertThat(lines).isEqualTo(Files.readAllLines(file));
    }
}
