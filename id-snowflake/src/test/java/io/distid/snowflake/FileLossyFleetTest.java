package io.distid.snowflake;

import io.distid.testkit.fleet.LossyFleetContract;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Nodes with a worker file each; there are no answers that could be lost, but kills, pauses and successors. */
@Tag("slow")
class FileLossyFleetTest extends LossyFleetContract {
    @TempDir
    private Path directory;

    @Override
    protected String worker() {
        return "file";
    }

    @Override
    protected @Nullable InetSocketAddress server() {
        return null;
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        return Map.of("file-create", "true");
    }

    @Override
    protected int nodes() {
        return 4;
    }

    @Override
    protected Map<String, String> nodeConfig(int node) {
        return Map.of(
                "worker.file",
                directory.resolve("node-" + node + ".worker").toString(),
                "worker.id",
                Integer.toString(node));
    }
}
