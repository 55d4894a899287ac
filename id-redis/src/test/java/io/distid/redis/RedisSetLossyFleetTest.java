package io.distid.redis;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LossyFleetContract;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** With a file, by which a node that was killed gets its id back: without one, it stays taken until an operator frees it. */
@Order(1)
@Tag("slow")
class RedisSetLossyFleetTest extends LossyFleetContract {
    @RegisterExtension
    final ServerExtension<RedisServer> server = RedisFixture.durable();

    @TempDir
    private Path directory;

    @Override
    protected String worker() {
        return "redis-set";
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        return RedisFixture.through(address, Map.of("max-ahead", "1s"));
    }

    @Override
    protected Map<String, String> nodeConfig(int node) {
        return nodeWithFile(directory, node);
    }
}
