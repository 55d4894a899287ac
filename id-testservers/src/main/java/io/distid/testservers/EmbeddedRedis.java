package io.distid.testservers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Redis as embedded-redis brings it along; only its binary is used, since its own launcher has no pid and no restart. */
final class EmbeddedRedis {
    private EmbeddedRedis() {}

    /** With its data on a disk of its own, if there is one. */
    static ChildServer launch(RedisOptions options, @Nullable SmallDisk disk) {
        return launch(Ports.free(), withoutSnapshots(options.directives()), List.of(), "", disk);
    }

    /** A server that keeps data, as one of several. */
    static ChildServer launchMember(int port, List<String> directives, String clusterNodes) {
        return launch(port, withoutSnapshots(directives), List.of(), clusterNodes, null);
    }

    /** One that keeps no data: it watches those that do. */
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
        Path directory = Trees.temporary("redis");
        try {
            String binary = RedisBinary.unpack(directory).toString();
            // A file and not arguments, which everybody on the machine can read: there may be passwords in it.
            Path data = Files.createDirectory(directory.resolve(ChildServer.DATA));
            List<String> lines = new ArrayList<>(
                    List.of("bind 127.0.0.1", "port " + port, "dir \"" + slashes(data) + "\"", "daemonize no"));
            lines.addAll(directives);
            if (!clusterNodes.isEmpty()) {
                // What the node would have written there itself, once it knew the others.
                Path nodes = Files.writeString(directory.resolve("nodes.conf"), clusterNodes);
                lines.add("cluster-config-file \"" + slashes(nodes) + "\"");
            }
            Path config = Files.write(directory.resolve("redis.conf"), lines);
            List<String> command = new ArrayList<>(List.of(binary, config.toString()));
            command.addAll(arguments);
            return ChildServer.launch("Redis", directory, port, command, Map.of(), disk);
        } catch (IOException | RuntimeException e) {
            Trees.delete(directory);
            if (e instanceof ServerUnavailableException known) {
                throw known;
            }
            throw new ServerUnavailableException("embedded Redis: " + e, e);
        }
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
