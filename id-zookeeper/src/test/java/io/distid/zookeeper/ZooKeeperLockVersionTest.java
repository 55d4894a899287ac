package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.CompareAndSetLocks;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.spi.IdConfig;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of a lock's node whose version, an int, has gone round. */
class ZooKeeperLockVersionTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final List<String> MINE = List.of("mine");

    /** In an answer, -1 is a version as any other is; in a write it stands for whatever is there. */
    @Test
    void nodeWhoseVersionIsThatOfAnyIsNotWritten() throws Exception {
        ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
        String path = ZooKeeperFixture.freshPath();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        ZooKeeperLink link = ZooKeeperLink.open(IdConfig.of(
                new ZooKeeperLockStoreProvider(), ZooKeeperFixture.patient("connect", server.connectString())));
        try (link;
                LockStore store =
                        new CompareAndSetLocks(new ZooKeeperLockRecords(faults.tree(), new LockWatches(link), path))) {
            Granted first = (Granted) store.take("1", "p", MINE, "mine", LONG);
            ZooKeeperTree.Node node = faults.tree().read(path + "/lock-1");
            int version = node.stat().getVersion();
            node.stat().setVersion(ZooKeeperTree.ANY_VERSION);
            faults.lag(node);
            assertThatThrownBy(() -> store.release("1", first.fence(), MINE))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("node " + path + "/lock-1")
                    .hasMessageContaining("has version -1, after 2^32 writes")
                    .hasMessageEndingWith("remove the node while nobody holds the lock");
            assertThat(faults.tree().stat(path + "/lock-1").getVersion())
                    .as("writes since it was made")
                    .isEqualTo(version);
        }
    }
}
