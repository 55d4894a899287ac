package io.distid.testservers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Redis as embedded-redis brings it along; only its binary is used, since its own launcher has no pid and no restart. */
final class EmbeddedRedis {
    private EmbeddedRedis() {}

    static ChildServer launch(RedisOptions options) {
        Path directory = Trees.temporary("redis");
        try {
            String binary = RedisBinary.unpack(directory).toString();
            int port = Ports.free();
            // A file and not arguments, which everybody on the machine can read: there may be passwords in it.
            List<String> lines = new ArrayList<>(List.of(
                    "bind 127.0.0.1",
                    "port " + port,
                    "dir \"" + slashes(Files.createDirectory(directory.resolve(ChildServer.DATA))) + "\"",
                    "save \"\"",
                    "daemonize no"));
            lines.addAll(options.directives());
            Path config = Files.write(directory.resolve("redis.conf"), lines);
            return ChildServer.launch("Redis", directory, port, List.of(binary, config.toString()), Map.of());
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
