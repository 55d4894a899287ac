package io.distid.zookeeper;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** With a file, which goes on while ZooKeeper does not answer. */
@Order(1)
@Tag("slow")
class LeafSnowflakeFileLossyFleetTest extends LeafSnowflakeLossyFleetTest {
    @TempDir
    private Path directory;

    @Override
    protected Map<String, String> nodeConfig(int node) {
        Map<String, String> config = new HashMap<>(super.nodeConfig(node));
        config.putAll(nodeWithFile(directory, node));
        return config;
    }
}
