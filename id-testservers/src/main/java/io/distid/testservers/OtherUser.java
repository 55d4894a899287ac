package io.distid.testservers;

import io.distid.testservers.process.ChildProcess;
import io.distid.testservers.process.DebianPackage;
import io.distid.testservers.process.Program;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The user for a server that refuses to run as root: {@code nobody} if this process is root's, else this process's own user. Safe for use by any
 * number of threads.
 */
final class OtherUser {
    private static final String NOBODY = "nobody";

    /** Copies of directories that only root can read, each created once. */
    private static final Map<Path, Path> COPIES = new HashMap<>();

    private OtherUser() {}

    static boolean isNeeded() {
        return System.getProperty("user.name").equals("root");
    }

    /** The beginning of a command line for that user. */
    static List<String> command() {
        if (!isNeeded()) {
            return List.of();
        }
        Path setpriv = DebianPackage.onPath("setpriv");
        if (setpriv == null) {
            throw new ServerUnavailableException(
                    "PostgreSQL does not run as root, and there is no setpriv of util-linux to run it as " + NOBODY);
        }
        return List.of(setpriv.toString(), "--reuid=" + NOBODY, "--regid=65534", "--clear-groups", "--");
    }

    /**
     * Returns a directory that the user can read. If only root can read it, this is a copy, which is removed when this
     * JVM ends.
     */
    static Path readable(Path directory) throws IOException {
        if (!isNeeded()) {
            return directory;
        }
        synchronized (COPIES) {
            Path known = COPIES.get(directory);
            if (known == null) {
                Path copies = Trees.temporary("postgresql-home");
                ChildProcess.guard(copies);
                Files.setPosixFilePermissions(copies, PosixFilePermissions.fromString("rwxr-xr-x"));
                known = copies.resolve("home");
                Trees.copy(directory, known);
                Program.awaitRunnable(PostgreSqlDistribution.postgres(known));
                COPIES.put(directory, known);
            }
            return known;
        }
    }

    /** Makes that user the owner of a directory and everything in it. */
    static void giveAway(Path directory) throws IOException {
        if (!isNeeded()) {
            return;
        }
        UserPrincipal nobody =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.toList()) {
                Files.setOwner(path, nobody);
            }
        }
    }
}
