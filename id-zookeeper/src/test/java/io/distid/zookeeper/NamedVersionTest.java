package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.zookeeper.data.Stat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Of worker ids' nodes whose version, an int, has gone round to the one that stands for whatever is there. */
class NamedVersionTest {
    private static final Duration RESERVATION = Duration.ofHours(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
    private final ZooKeeperTree tree = faults.tree();

    private static void requireRefused(String node, ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("node " + node)
                .hasMessageContaining("has version -1, after 2^32 writes")
                .hasMessageEndingWith("remove the node once the reservations of its holders are over");
    }

    @Test
    void renewalReleaseAndTakeNameNoOther() throws Exception {
        String node = path + "/orders/0";
        try (WorkerIds ids = ZooKeeperFixture.ids(tree, path, Duration.ofSeconds(1))) {
            RenewedLease lease = Leases.byHand(ids, ZooKeeperFixture.request(0, RESERVATION));
            ZooKeeperTree.Node read = tree.read(node);
            read.stat().setVersion(ZooKeeperTree.ANY_VERSION);
            faults.lag(read);
            requireRefused(node, () -> lease.release(lease.stampedUntil()));
            assertThat(tree.stat(node).getVersion()).as("writes").isEqualTo(1);

            LeaseRecord free = new LeaseRecord("token", 0, 0, 0, "nobody", null);
            tree.write(node, RecordText.of(free).getBytes(StandardCharsets.UTF_8), 1);
            ZooKeeperTree.Node freed = tree.read(node);
            freed.stat().setVersion(ZooKeeperTree.ANY_VERSION);
            faults.beforeRead(() -> faults.lag(freed));
            requireRefused(node, () -> ids.acquire(ZooKeeperFixture.request(0, RESERVATION)));
            assertThat(tree.stat(node).getVersion()).as("writes").isEqualTo(2);
        }
    }

    @Test
    void writeBesideALeafNamesTheVersionOfItsNode() {
        LeafSnowflakeNodes nodes = new LeafSnowflakeNodes(tree, "/snowflake/fleet");
        String leaf = nodes.path(new LeafSnowflakeNode("10.0.0.1:80", 0));
        Stat wrapped = new Stat();
        wrapped.setVersion(-1);
        LeaseRecord next = new LeaseRecord("token", 1, 0, 1, "holder", null);
        requireRefused(leaf, () -> nodes.writing(leaf, new ZooKeeperTree.Node(new byte[0], wrapped), next));
    }
}
