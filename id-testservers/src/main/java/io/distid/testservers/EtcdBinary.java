package io.distid.testservers;

import io.distid.testservers.process.DebianPackage;
import io.distid.testservers.process.FreshBinary;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds etcd's binary, which no Maven artifact brings: in {@code distid.etcd.home}, in the {@code PATH}, or in Debian's package. The
 * package is unpacked but not installed, so that no service is started.
 */
final class EtcdBinary {
    private static final List<String> PLACES = List.of("etcd", "bin/etcd", "usr/bin/etcd");
    private static final String HELP =
            "; install the package etcd-server, or name an unpacked etcd by -D" + ServerSettings.ETCD_HOME;

    private EtcdBinary() {}

    /** The binary, ready to be run. */
    static Path find() throws IOException {
        Path home = ServerSettings.etcdHome();
        if (home != null) {
            return home;
        }
        Path installed = DebianPackage.onPath("etcd");
        if (installed != null) {
            return installed;
        }
        Path unpacked;
        try {
            unpacked = DebianPackage.unpacked("etcd-server");
        } catch (IOException e) {
            throw new ServerUnavailableException("there is no etcd on the PATH, and " + e.getMessage() + HELP, e);
        }
        Path binary = in(unpacked);
        if (binary == null) {
            throw new ServerUnavailableException("the package etcd-server holds no etcd" + HELP);
        }
        FreshBinary.awaitRunnable(binary);
        return binary;
    }

    /** The binary below a directory; null if there is none. */
    static @Nullable Path in(Path directory) {
        return PLACES.stream()
                .map(directory::resolve)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
