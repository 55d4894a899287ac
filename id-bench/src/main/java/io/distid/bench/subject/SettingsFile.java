package io.distid.bench.subject;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The settings of strategies on their way from the lab to a JVM that it forks, passwords included.
 *
 * <p>They go through a file that only this user can read, and not by the command line, which every user of the machine sees.
 * The file lies in a directory of its own and both are removed by {@link #close()}.
 */
public final class SettingsFile implements AutoCloseable {
    private static final String PROPERTY = "distid.bench.settings";

    /** Where the system properties stand that the command line of the lab set, and not that of its JVM. */
    private static final String SYSTEM = "system";

    private static final String OURS = "distid.";

    private final Path file;

    private SettingsFile(Path file) {
        this.file = file;
    }

    /**
     * Writes the settings, and the system properties of this JVM that strategies read theirs from.
     *
     * @param settings the settings of each strategy
     * @return the file
     */
    public static SettingsFile write(Map<String, Map<String, String>> settings) {
        Properties all = new Properties();
        settings.forEach((strategy, its) -> its.forEach((key, value) -> all.setProperty(strategy + "/" + key, value)));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(OURS) && !name.equals(PROPERTY))
                .forEach(name -> all.setProperty(SYSTEM + "/" + name, System.getProperty(name)));
        try {
            // Such a directory is made for its owner alone, so the file need not be.
            Path directory = Files.createTempDirectory("distid-bench");
            Path file = directory.resolve("settings.properties");
            // For a JVM that is told to end before it comes to close this.
            directory.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            SettingsFile written = new SettingsFile(file);
            try (Writer out = Files.newBufferedWriter(file)) {
                all.store(out, null);
            }
            return written;
        } catch (IOException e) {
            throw new UncheckedIOException("settings for the forked JVMs could not be written: " + e.getMessage(), e);
        }
    }

    /**
     * The file that this JVM was pointed to. Sets the system properties in it, but for those that this JVM has.
     *
     * @return the file
     * @throws IllegalStateException if this JVM was not forked by the lab
     */
    public static SettingsFile ofThisFork() {
        String path = System.getProperty(PROPERTY);
        if (path == null) {
            throw new IllegalStateException("no system property " + PROPERTY + ": the lab forks this JVM itself");
        }
        SettingsFile file = new SettingsFile(Path.of(path));
        file.of(SYSTEM).forEach(System.getProperties()::putIfAbsent);
        return file;
    }

    /**
     * A file that another JVM has written.
     *
     * @param file where it said that it is
     * @return the file
     */
    public static SettingsFile at(Path file) {
        return new SettingsFile(file);
    }

    /**
     * Where it is, for a JVM that is told over a pipe.
     *
     * @return the file
     */
    public Path path() {
        return file;
    }

    /**
     * What a forked JVM is given to find the file.
     *
     * @return a JVM argument
     */
    public String jvmArgument() {
        return "-D" + PROPERTY + "=" + file;
    }

    /**
     * The settings of one strategy.
     *
     * @param strategy its name
     * @return key and value; empty if none were written
     */
    public Map<String, String> of(String strategy) {
        Properties all = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            all.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("settings could not be read from " + file + ": " + e.getMessage(), e);
        }
        String prefix = strategy + "/";
        Map<String, String> its = new TreeMap<>();
        for (String name : all.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                its.put(name.substring(prefix.length()), all.getProperty(name));
            }
        }
        return its;
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
