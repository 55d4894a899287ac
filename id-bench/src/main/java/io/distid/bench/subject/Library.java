package io.distid.bench.subject;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Names a peer's library with its version. Stateless. */
public final class Library {
    private static final String VERSIONS = "versions.properties";

    private Library() {}

    /**
     * A library of the class path with its version. The build records the version: not every jar has it, and the lab's
     * single jar drops it.
     */
    public static String of(String artifact) {
        Properties versions = new Properties();
        try (InputStream in = Objects.requireNonNull(Library.class.getResourceAsStream(VERSIONS), VERSIONS)) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(VERSIONS + " could not be read: " + e.getMessage(), e);
        }
        return artifact + " " + Objects.requireNonNull(versions.getProperty(artifact), artifact);
    }

    /** The class library of this JVM. */
    public static String jdk() {
        return "JDK " + System.getProperty("java.version");
    }
}
