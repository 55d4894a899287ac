package io.distid.testservers.fault;

import io.distid.testservers.process.DebianPackage;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The library libfaketime, which sets the wall clock of one process while its monotonic clock goes on. Stateless: safe for use by any number of
 * threads.
 *
 * <p>It is taken from the system if it is installed there. Otherwise it comes from Debian's package {@code libfaketime}, which is unpacked into
 * the cache of binaries without a change to the system.
 */
public final class FakeTimeLibrary {
    private static final String NAME = "libfaketimeMT.so.1";
    private static final List<Path> INSTALLED = List.of(Path.of("/usr/lib"), Path.of("/usr/local/lib"));

    private FakeTimeLibrary() {}

    /**
     * Finds the library.
     *
     * @return the path of the library
     * @throws ServerUnavailableException if it is neither installed nor can be had; the message says what is missing
     */
    public static Path find() {
        Optional<Path> installed =
                INSTALLED.stream().flatMap(lib -> in(lib).stream()).findFirst();
        if (installed.isPresent()) {
            return installed.get();
        }
        try {
            Path unpacked = DebianPackage.unpacked("libfaketime");
            return in(unpacked.resolve(Path.of("usr", "lib")))
                    .orElseThrow(
                            () -> new ServerUnavailableException("no " + NAME + " in Debian's package libfaketime"));
        } catch (IOException e) {
            throw new ServerUnavailableException(
                    "libfaketime is not installed (Debian's package faketime) and could not be downloaded: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns the environment for a process whose clock is set.
     *
     * @param library the path of the library
     * @param file holds the offset in seconds, such as {@code -5}, or a stopped clock's time in seconds since 1970; read with each look at
     *     the clock
     * @return variables
     */
    public static Map<String, String> environment(Path library, Path file) {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // The name of the variable before version 0.9.8.
                "DONT_FAKE_MONOTONIC",
                "1",
                // Otherwise timed waits, which JVMs measure by the monotonic clock, return at once.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0",
                "FAKETIME_FMT",
                "%s");
    }

    /** Debian has the library in {@code lib/<architecture>/faketime}, other systems in {@code lib/faketime}. */
    private static Optional<Path> in(Path lib) {
        try (Stream<Path> architectures = Files.list(lib)) {
            return Stream.concat(Stream.of(lib), architectures)
                    .map(folder -> folder.resolve("faketime").resolve(NAME))
                    .filter(Files::exists)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
