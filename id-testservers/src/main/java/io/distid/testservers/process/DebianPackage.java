package io.distid.testservers.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A package of Debian, unpacked but not installed. That needs no privilege, leaves the system unchanged, and starts no service. For programs
 * that no Maven artifact brings. Stateless: safe for use by any number of threads.
 */
public final class DebianPackage {
    private DebianPackage() {}

    /**
     * A program, from the {@code PATH} or else from a package.
     *
     * @param program the name of its file, such as {@code promtool}
     * @param name the package that has it below {@code usr/bin}
     * @return ready to be run
     * @throws ServerUnavailableException if neither can be had; the message says why
     */
    public static Path program(String program, String name) {
        Path installed = onPath(program);
        if (installed != null) {
            return installed;
        }
        try {
            Path unpacked = unpacked(name).resolve("usr/bin").resolve(program);
            Program.awaitRunnable(unpacked);
            return unpacked;
        } catch (IOException e) {
            throw new ServerUnavailableException(
                    "there is no " + program + " on the PATH, and " + e.getMessage() + "; install the package " + name,
                    e);
        }
    }

    /**
     * Unpacks a package into the cache of binaries, unless it is there.
     *
     * @param name the name of the package
     * @return the directory that holds its {@code usr}
     * @throws IOException if this is no Debian, or the package cannot be had; the message says why
     */
    public static Path unpacked(String name) throws IOException {
        if (onPath("apt-get") == null || onPath("dpkg-deb") == null) {
            throw new IOException("there is no apt-get and dpkg-deb to get the package " + name + " by");
        }
        return BinaryCache.get("debian-" + name, directory -> unpack(name, directory));
    }

    /** Finds a program in the {@code PATH}; null if no directory has it. */
    public static @Nullable Path onPath(String program) {
        String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory).resolve(program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .orElse(null);
    }

    private static void unpack(String name, Path directory) throws IOException {
        Program.run(directory, null, List.of("apt-get", "download", name));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path archive : files.toList()) {
                Program.run(directory, null, List.of("dpkg-deb", "-x", archive.toString(), directory.toString()));
                Files.delete(archive);
            }
        }
    }
}
