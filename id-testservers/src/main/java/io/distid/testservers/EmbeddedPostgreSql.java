package io.distid.testservers;

import io.distid.testservers.ChildServer.Command;
import io.distid.testservers.process.SmallDisk;
import io.distid.testservers.process.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL with a data directory of its own, which listens on 127.0.0.1 and requires passwords. */
final class EmbeddedPostgreSql {
    private EmbeddedPostgreSql() {}

    /** A server that was started, and may not answer yet. */
    record Launched(ChildServer node, String password) {}

    /**
     * Starts a server.
     *
     * @param more options, each {@code name=value}, which follow the others and so win
     * @param source the server that it follows as a standby, as in {@code primary_conninfo} without the password; null for a primary
     * @param disk the disk with its data; null if it has no disk of its own
     */
    static Launched launch(int port, List<String> more, @Nullable String source, @Nullable SmallDisk disk) {
        PostgreSqlDistribution distribution = PostgreSqlDistribution.find();
        ChildServer node = ChildServer.launch("PostgreSQL", port, disk, directory -> {
            Path data = directory.resolve(ChildServer.DATA);
            Trees.copy(distribution.data(), data);
            if (source != null) {
                follow(data, source, distribution.password());
            }
            OtherUser.giveAway(directory);
            return new Command(command(OtherUser.readable(distribution.home()), data, port, more), Map.of(), true);
        });
        return new Launched(node, distribution.password());
    }

    /** Makes a stopped server a standby, from its next start on. */
    static void follow(Path data, String source, String password) throws IOException {
        Files.writeString(data.resolve("standby.signal"), "");
        // The password is not on the command line, where every user could read it.
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                "primary_conninfo = '" + source + " password=" + password + "'\n");
        OtherUser.giveAway(data);
    }

    private static List<String> command(Path home, Path data, int port, List<String> more) {
        List<String> command = new ArrayList<>(OtherUser.command());
        command.addAll(List.of(PostgreSqlDistribution.postgres(home).toString(), "-D", data.toString()));
        List<String> settings = new ArrayList<>(List.of(
                "port=" + port,
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "max_connections=500",
                "shared_buffers=64MB",
                "max_wal_size=128MB",
                PostgreSqlServer.COUNTING,
                // Files go with the directory of a server that is killed; segments of the system would stay.
                "dynamic_shared_memory_type=mmap",
                "fsync=" + (ServerSettings.flushesToDisk() ? "on" : "off")));
        settings.addAll(more);
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        return command;
    }
}
