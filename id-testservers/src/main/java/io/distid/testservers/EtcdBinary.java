package io.distid.testservers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where etcd's binary comes from, which no Maven artifact brings: {@code distid.etcd.home}, the {@code PATH}, or the package of a Debian,
 * which is unpacked and not installed, so that no service is started.
 */
final class EtcdBinary {
    private static final List<String> PLACES = List.of("etcd", "bin/etcd", "usr/bin/etcd");
    private static final int DOWNLOAD_SECONDS = 120;
    private static final String HELP =
            "; install the package etcd-server, or name an unpacked etcd by -D" + ServerSettings.ETCD_HOME;

    private EtcdBinary() {}

    /** The binary, ready to be run. */
    static Path find() throws IOException {
        Path home = ServerSettings.etcdHome();
        if (home != null) {
            return home;
        }
        Path installed = onPath("etcd");
        if (installed != null) {
            return installed;
        }
        if (onPath("apt-get") == null || onPath("dpkg-deb") == null) {
            throw new ServerUnavailableException("there is no etcd on the PATH, and no apt-get to get it by" + HELP);
        }
        Path unpacked = BinaryCache.get("etcd-debian", EtcdBinary::unpackDebian);
        Path binary = in(unpacked);
        if (binary == null) {
            throw new ServerUnavailableException("the package etcd-server holds no etcd" + HELP);
        }
        FreshBinary.awaitRunnable(binary);
        return binary;
    }

    /** The binary below a directory, null if there is none. */
    static @Nullable Path in(Path directory) {
        return PLACES.stream()
                .map(directory::resolve)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Path onPath(String program) {
        String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory).resolve(program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .orElse(null);
    }

    private static void unpackDebian(Path directory) throws IOException {
        run(directory, "apt-get", "download", "etcd-server");
        try (Stream<Path> files = Files.list(directory)) {
            Path archive = files.filter(file -> file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow(() -> new ServerUnavailableException("apt-get downloaded no etcd-server" + HELP));
            run(directory, "dpkg-deb", "-x", archive.toString(), directory.toString());
            Files.delete(archive);
        }
    }

    private static void run(Path directory, String... command) throws IOException {
        Path log = Files.createTempFile(directory.getParent(), "etcd", ".log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(DOWNLOAD_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new ServerUnavailableException(
                        String.join(" ", command) + " did not end within " + DOWNLOAD_SECONDS + " s" + HELP);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new ServerUnavailableException("interrupted while etcd was unpacked", e);
        }
        if (process.exitValue() != 0) {
            throw new ServerUnavailableException(String.join(" ", command) + " failed: "
                    + Files.readString(log).strip() + HELP);
        }
    }
}
