package io.distid.testservers;

import io.distid.testservers.ChildServer.Command;
import io.distid.testservers.process.SmallDisk;
import io.distid.testservers.process.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** MySQL or MariaDB with a data directory of its own, listening on 127.0.0.1, with its grant tables on. */
final class EmbeddedMySql {
    /** The administrator who may connect over TCP; root may only from localhost. */
    static final String ADMIN = "distid_admin";

    private EmbeddedMySql() {}

    /**
     * Starts a server.
     *
     * @param more options that follow the others and so win
     * @param disk the disk with its data; null if it has no disk of its own
     */
    static ChildServer launch(String password, int port, List<String> more, @Nullable SmallDisk disk) {
        return ChildServer.launch("MySQL", port, disk, directory -> {
            MySqlDistribution distribution = MySqlDistribution.find();
            Trees.copy(distribution.data(), directory.resolve(ChildServer.DATA));
            // The file is MySQL's identity of this server, which creates a new one.
            Files.deleteIfExists(directory.resolve(ChildServer.DATA).resolve("auto.cnf"));
            Files.createDirectory(directory.resolve("tmp"));
            Path users = Files.write(directory.resolve("users.sql"), users(password));
            List<String> command = command(distribution, directory, port, users);
            command.addAll(more);
            // The GNU C library then asks for large pages: a start takes a third less. Others do not know the variable.
            return new Command(command, Map.of("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"), false);
        });
    }

    /** The statements that the server runs at each start before it accepts log-ins; one per line. */
    private static List<String> users(String password) {
        String identified = " IDENTIFIED BY '" + password + "';";
        return List.of(
                "ALTER USER 'root'@'localhost'" + identified,
                "CREATE USER IF NOT EXISTS '" + ADMIN + "'@'%'" + identified,
                "GRANT ALL ON *.* TO '" + ADMIN + "'@'%' WITH GRANT OPTION;");
    }

    private static List<String> command(MySqlDistribution distribution, Path directory, int port, Path users) {
        List<String> command = new ArrayList<>(List.of(distribution.mysqld().toString(), "--no-defaults"));
        command.addAll(MySqlDistribution.asRoot());
        command.addAll(distribution.options());
        command.addAll(MySqlDistribution.SIZES);
        command.addAll(List.of(
                "--datadir=" + directory.resolve(ChildServer.DATA),
                "--tmpdir=" + directory.resolve("tmp"),
                "--pid-file=" + directory.resolve("pid"),
                // The path is relative to the data directory, since a socket's path may have only about 100 characters.
                "--socket=socket",
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--init-file=" + users,
                "--loose-mysqlx=0",
                "--innodb-flush-log-at-trx-commit=" + (ServerSettings.flushesToDisk() ? 1 : 2),
                "--innodb-buffer-pool-size=64M",
                "--max-connections=500",
                // Tests fail to connect on purpose, and must not be blocked for it.
                "--max-connect-errors=1000000"));
        return command;
    }
}
