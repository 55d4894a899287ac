package io.distid.zookeeper;

import io.distid.testkit.server.ServerAssumptions;
import io.distid.testkit.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that have a {@link LeafFixture fleet} each, on the shared server. */
abstract class WithLeafFleet {
    LeafFixture fleet;

    @BeforeEach
    final void connect() {
        fleet = new LeafFixture(ServerAssumptions.orSkip(ZooKeeperServer::shared));
    }

    @AfterEach
    final void disconnect() {
        if (fleet != null) {
            fleet.close();
        }
    }
}
