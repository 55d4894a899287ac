package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a file that is written by the tests of this package, where {@code -Ddistid.write=true} asks for it, and else compared. */
record WrittenPart(Path file, String before, String after) {

    static WrittenPart of(String file, String before, String after) {
        return new WrittenPart(Path.of("..", file), before, after);
    }

    /** Of a document: between a comment that names the part and the next comment that ends one. */
    static WrittenPart ofDocument(String file, String name) {
        return of(file, "<!-- written: " + name + " -->\n", "<!-- end -->");
    }

    /** What the file has now. */
    String current() throws IOException {
        String text = Files.readString(file);
        assertThat(text).as("%s", file).contains(before, after);
        int from = from(text);
        return text.substring(from, text.indexOf(after, from));
    }

    /** Fails where the file has something else, and says how to write it. */
    void shouldBe(String expected) throws IOException {
        String current = current();
        if (Boolean.getBoolean("distid.write")) {
            String text = Files.readString(file);
            int from = from(text);
            Files.writeString(file, text.substring(0, from) + expected + text.substring(from + current.length()));
            return;
        }
        assertThat(current)
                .as("%s: write it by the command in CONTRIBUTING, with -Ddistid.write=true", file)
                .isEqualTo(expected);
    }

    private int from(String text) {
        return text.indexOf(before) + before.length();
    }
}
