package io.distid.bench.jvm;

import io.distid.bench.duplicates.OwnerOnlyFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The settings of strategies on their way from the lab to a child JVM, passwords included. For use by one thread.
 *
 * <p>They are in a file that only this user can read. Every user of the machine could see a command line. The file lies
 * in a directory of its own and both are removed by {@link #close()}.
 */
public final class SettingsFile implements AutoCloseable {
    /** Not {@code distid.}: strategies look for settings, also misspelt ones, under that prefix. */
    private static final String PROPERTY = "io.distid.bench.settings";

    /** The key of system properties that the lab's command line has set. */
    private static final String SYSTEM = "system";

    private static final String OURS = "distid.";

    private final Path file;

    private SettingsFile(Path file) {
        this.file = file;
    }

    /** Writes the settings of each subject by its name, and the system properties that strategies read. */
    public static SettingsFile write(Map<String, Map<String, String>> settings) {
        try {
            Path directory = Files.createTempDirectory("distid-bench");
            Path file = directory.resolve("settings.properties");
            // For a JVM that ends before it closes this.
            directory.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            SettingsFile written = new SettingsFile(file);
            written.replace(settings);
            return written;
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    /** Writes other settings in place of these, for a JVM that serves one subject after the other. */
    public void replace(Map<String, Map<String, String>> settings) {
        settings.values().forEach(LabSecrets::know);
        Properties all = new Properties();
        settings.forEach((subject, keys) -> keys.forEach((key, value) -> all.setProperty(subject + "/" + key, value)));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(OURS))
                .forEach(name -> all.setProperty(SYSTEM + "/" + name, System.getProperty(name)));
        try (Writer out = Channels.newWriter(
                OwnerOnlyFiles.open(
                        file,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING),
                StandardCharsets.UTF_8)) {
            all.store(out, null);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private static UncheckedIOException unwritten(IOException e) {
        return new UncheckedIOException("settings for child JVMs could not be written: " + e.getMessage(), e);
    }

    /** Opens the file that this JVM was started with. Sets its system properties, except those that are set already. */
    public static SettingsFile ofThisJvm() {
        String path = System.getProperty(PROPERTY);
        if (path == null) {
            throw new IllegalStateException("no system property " + PROPERTY + ": the lab starts this JVM itself");
        }
        SettingsFile file = new SettingsFile(Path.of(path));
        file.of(SYSTEM).forEach(System.getProperties()::putIfAbsent);
        return file;
    }

    /** The JVM argument that tells a child JVM the file. */
    public String jvmArgument() {
        return "-D" + PROPERTY + "=" + file;
    }

    /** The settings of one subject: key and value; empty if none were written. */
    public Map<String, String> of(String subject) {
        Properties all = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            all.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("settings could not be read from " + file + ": " + e.getMessage(), e);
        }
        String prefix = subject + "/";
        Map<String, String> settings = new TreeMap<>();
        for (String name : all.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                settings.put(name.substring(prefix.length()), all.getProperty(name));
            }
        }
        LabSecrets.know(settings);
        return settings;
    }

    /** Removes the file and its directory. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.resolveSibling(""));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be removed: " + e.getMessage(), e);
        }
    }
}
