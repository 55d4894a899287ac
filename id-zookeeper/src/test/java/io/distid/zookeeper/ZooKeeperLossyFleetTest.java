package io.distid.zookeeper;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LossyFleetContract;
import io.distid.testservers.ZooKeeperServer;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
@Tag("slow")
class ZooKeeperLossyFleetTest extends LossyFleetContract {
    @RegisterExtension
    final ServerExtension<ZooKeeperServer> server = new ServerExtension<>(ZooKeeperServer::start);

    @Override
    protected String worker() {
        return "zookeeper";
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        return Map.of("connect", ZooKeeperFixture.connect(address), "create", "true", "max-ahead", "1s");
    }
}
