package io.distid.testservers;

import io.distid.testservers.process.Program;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import redis.embedded.core.ExecutableProvider;

/** The Redis server that embedded-redis brings along. Stateless: safe for use by any number of threads. */
public final class RedisBinary {
    private RedisBinary() {}

    /**
     * Unpacks it, ready to be run.
     *
     * @param directory the directory to unpack to
     * @return the file
     * @throws IOException if it cannot be unpacked or run
     * @throws ServerUnavailableException if there is none for this platform
     */
    public static Path unpack(Path directory) throws IOException {
        Path binary;
        try {
            binary = ExecutableProvider.newJarResourceProvider(directory.toFile())
                    .get()
                    .toPath()
                    .toAbsolutePath();
        } catch (RuntimeException e) {
            throw new ServerUnavailableException("embedded Redis: " + e, e);
        }
        Program.awaitRunnable(binary);
        return binary;
    }
}
