package io.distid.testservers;

import io.distid.testservers.ChildServer.Command;
import io.distid.testservers.process.Ports;
import io.distid.testservers.process.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Redis of embedded-redis. Only its binary is used, since its own launcher has no process id and no restart. */
final class EmbeddedRedis {
    private EmbeddedRedis() {}

    /** Starts a server with its data on a disk of its own, if there is one. */
    static ChildServer launch(RedisOptions options, @Nullable SmallDisk disk) {
        return launch(Ports.free(), withoutSnapshots(options.directives()), List.of(), "", disk);
    }

    /** Starts a server with data, as a member of several. */
    static ChildServer launchMember(int port, List<String> directives, String clusterNodes) {
        return launch(port, withoutSnapshots(directives), List.of(), clusterNodes, null);
    }

    /** Starts a sentinel, which keeps no data and watches the servers with data. */
    static ChildServer launchSentinel(int port, List<String> directives) {
        return launch(port, directives, List.of("--sentinel"), "", null);
    }

    private static List<String> withoutSnapshots(List<String> directives) {
        List<String> all = new ArrayList<>(List.of("save \"\""));
        all.addAll(directives);
        return all;
    }

    private static ChildServer launch(
            int port, List<String> directives, List<String> arguments, String clusterNodes, @Nullable SmallDisk disk) {
        return ChildServer.launch("Redis", port, disk, directory -> {
            String binary = RedisBinary.unpack(directory).toString();
            // The directives are in a file, since they may hold passwords: every user of the machine can read
            // arguments.
            Path data = Files.createDirectory(directory.resolve(ChildServer.DATA));
            List<String> lines = new ArrayList<>(
                    List.of("bind 127.0.0.1", "port " + port, "dir \"" + slashes(data) + "\"", "daemonize no"));
            lines.addAll(directives);
            if (!clusterNodes.isEmpty()) {
                // The file that the node would write itself once it knows the others.
                Path nodes = Files.writeString(directory.resolve("nodes.conf"), clusterNodes);
                lines.add("cluster-config-file \"" + slashes(nodes) + "\"");
            }
            Path config = Files.write(directory.resolve("redis.conf"), lines);
            List<String> command = new ArrayList<>(List.of(binary, config.toString()));
            command.addAll(arguments);
            return Command.of(command);
        });
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
