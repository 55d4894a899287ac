package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.CompareAndSetLocks;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.spi.IdConfig;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

/** Nodes of locks that are made, removed and made anew within one tick of ZooKeeper's clock, which a fast ensemble does within a ms. */
class ZooKeeperLockTickTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final List<String> MINE = List.of("mine");
    /** Longer than one of the real clock, so that several nodes are made in each. */
    private static final long TICK_MILLIS = 10;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
    private final ZooKeeperTree tree = slowly(faults.tree());
    private final ZooKeeperLink link = ZooKeeperLink.open(
            IdConfig.of(new ZooKeeperLockStoreProvider(), ZooKeeperFixture.patient("connect", server.connectString())));

    private LockStore store() {
        return new CompareAndSetLocks(new ZooKeeperLockRecords(tree, new LockWatches(link), path));
    }

    private static LockStore.Answer take(LockStore store, String token) {
        return store.take("1", token, List.of(token), token, LONG);
    }

    @Test
    void numberGrowsThoughTheNodeOfTheFreeLockIsRemovedEachTime() throws Exception {
        try (link;
                LockStore store = store()) {
            long last = 0;
            for (int i = 0; i < 30; i++) {
                Granted granted = (Granted) take(store, "mine");
                assertThat(granted.fence()).as("number of grant " + i).isGreaterThan(last);
                last = granted.fence();
                store.release("1", last, MINE);
                tree.delete(path + "/lock-1", ZooKeeperTree.ANY_VERSION);
            }
        }
    }

    @Test
    void firstGrantOfANodeThatIsMarkedAsWantedMeanwhileIsAGrant() {
        try (link;
                LockStore store = store()) {
            // Before the node is written to once more.
            faults.beforeWrite(() -> assertThat(take(store, "others")).isInstanceOf(Held.class));
            Granted granted = (Granted) take(store, "mine");
            assertThat(store.extend("1", granted.fence(), MINE, "mine", LONG)).isTrue();
        }
    }

    /** A tree whose clock moves on less often. */
    private static ZooKeeperTree slowly(ZooKeeperTree real) {
        return (ZooKeeperTree) Proxy.newProxyInstance(
                ZooKeeperTree.class.getClassLoader(),
                new Class<?>[] {ZooKeeperTree.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(real, arguments);
                        if (answer instanceof Stat stat) {
                            slow(stat);
                        } else if (answer instanceof ZooKeeperTree.Node node) {
                            slow(node.stat());
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void slow(Stat stat) {
        stat.setCtime(stat.getCtime() / TICK_MILLIS * TICK_MILLIS);
        stat.setMtime(stat.getMtime() / TICK_MILLIS * TICK_MILLIS);
    }
}
