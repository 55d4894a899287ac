package io.distid.bench.workshop.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredJarTest {
    @TempDir
    Path folder;

    @Test
    void holdsWhatTheFolderHasStoredBehindAManifest() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.createDirectories(classes.resolve("a/b"));
        Files.writeString(classes.resolve("a/b/C.class"), "cccc cccc cccc cccc");
        Files.writeString(classes.resolve("d.txt"), "");
        Path jar = folder.resolve("made.jar");

        StoredJar.write(classes, jar);

        try (JarFile read = new JarFile(jar.toFile())) {
            List<JarEntry> entries = Collections.list(read.entries());
            assertThat(entries)
                    .extracting(JarEntry::getName)
                    .containsExactly("META-INF/MANIFEST.MF", "a/", "a/b/", "a/b/C.class", "d.txt");
            assertThat(entries).allMatch(entry -> entry.getMethod() == JarEntry.STORED);
            assertThat(read.getInputStream(read.getEntry("a/b/C.class"))).hasContent("cccc cccc cccc cccc");
            assertThat(read.getManifest().getMainAttributes()).isNotEmpty();
        }
    }
}
