package io.distid.testservers;

import io.distid.testservers.process.BinaryCache;
import io.distid.testservers.process.Program;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An unpacked MySQL or MariaDB, and a data directory that it has initialised, to be copied for each server.
 *
 * @param mysqld the server's binary
 * @param options the options with which it finds its own files
 * @param data the initialised data directory
 */
record MySqlDistribution(Path mysqld, List<String> options, Path data) {
    /** Small files, so that a server is quick to copy and to start. Options that only one product knows are "loose". */
    static final List<String> SIZES = List.of(
            "--loose-innodb-log-file-size=16M",
            "--innodb-temp-data-file-path=ibtmp1:12M:autoextend",
            "--loose-innodb-undo-tablespaces=0",
            "--skip-log-bin",
            "--performance-schema=OFF",
            "--key-buffer-size=64K",
            "--loose-aria-pagecache-buffer-size=8M",
            "--loose-skip-ssl");

    static Path mysqld(Path home) {
        return home.resolve("bin").resolve(File.separatorChar == '\\' ? "mysqld.exe" : "mysqld");
    }

    /** The MySQL that {@code distid.mysql.home} names, or MariaDB from the class path. */
    static MySqlDistribution find() throws IOException {
        Path home = ServerSettings.mySqlHome();
        return home == null ? MariaDb.distribution() : unpacked(home.toRealPath());
    }

    private static MySqlDistribution unpacked(Path home) throws IOException {
        Path mysqld = mysqld(home);
        List<String> options = List.of("--basedir=" + home);
        String identity = mysqld + " " + Files.size(mysqld) + " " + Files.getLastModifiedTime(mysqld);
        String key = "mysql-data-" + Integer.toHexString(identity.hashCode());
        Path data = BinaryCache.get(key, directory -> {
            List<String> arguments = new ArrayList<>(options);
            arguments.add("--initialize-insecure");
            initialise(mysqld, arguments, directory, null);
        });
        return new MySqlDistribution(mysqld, options, data);
    }

    /** Fills a data directory. The first SQL of a server comes from a file or from the server itself. */
    static void initialise(Path mysqld, List<String> arguments, Path data, @Nullable Path sql) throws IOException {
        Files.createDirectories(data);
        List<String> command = new ArrayList<>(List.of(mysqld.toString(), "--no-defaults"));
        command.addAll(asRoot());
        command.addAll(arguments);
        command.addAll(SIZES);
        command.add("--datadir=" + data);
        try {
            Program.run(data, sql, command);
        } catch (IOException e) {
            throw new ServerUnavailableException(mysqld + " cannot initialise its data: " + e.getMessage(), e);
        }
    }

    /** The options with which MySQL agrees to run as root. */
    static List<String> asRoot() {
        return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
    }
}
