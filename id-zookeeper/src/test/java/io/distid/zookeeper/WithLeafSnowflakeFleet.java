package io.distid.zookeeper;

import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that have a {@link LeafSnowflakeFixture fleet} each, on the shared server. */
abstract class WithLeafSnowflakeFleet {
    LeafSnowflakeFixture fleet;

    @BeforeEach
    final void connect() {
        fleet = new LeafSnowflakeFixture(ServerAssumptions.orSkip(ZooKeeperServer::shared));
    }

    @AfterEach
    final void disconnect() {
        if (fleet != null) {
            fleet.close();
        }
    }
}
