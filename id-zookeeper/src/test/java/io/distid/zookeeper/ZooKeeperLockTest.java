package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.CompareAndSetLocks;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** What is ZooKeeper's own of its locks. */
class ZooKeeperLockTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final List<String> MINE = List.of("mine");

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));

    private LockStore open() {
        ZooKeeperLockStoreProvider provider = new ZooKeeperLockStoreProvider();
        return provider.open(
                IdConfig.of(provider, ZooKeeperFixture.patient("connect", server.connectString(), "path", path)));
    }

    /** One whose steps can be disturbed, and that nobody waits for. */
    private LockStore disturbed() {
        ZooKeeperLink link = ZooKeeperLink.open(IdConfig.of(
                new ZooKeeperLockStoreProvider(), ZooKeeperFixture.patient("connect", server.connectString())));
        return new CompareAndSetLocks(new ZooKeeperLockRecords(faults.tree(), new LockWatches(link), path));
    }

    private static Granted take(LockStore store, String token) {
        return (Granted) store.take("1", token, List.of(token), token, LONG);
    }

    private String record() throws Exception {
        return new String(ask(server, client -> client.getData().forPath(path + "/lock-1")), StandardCharsets.UTF_8);
    }

    private void write(String record) throws Exception {
        ask(server, client -> client.setData().forPath(path + "/lock-1", record.getBytes(StandardCharsets.UTF_8)));
    }

    private int version() throws Exception {
        return ask(server, client -> client.checkExists().forPath(path + "/lock-1"))
                .getVersion();
    }

    /** So that one which is made anew has fewer versions when it is granted. */
    private static void writeOften(LockStore store, Granted granted) {
        for (int i = 0; i < 16; i++) {
            assertThat(store.extend("1", granted.fence(), MINE, "mine", LONG)).isTrue();
        }
    }

    /** Removes the node and makes another of as many versions, which somebody else holds. */
    private long heldInANodeThatIsMadeAnew(LockStore others) {
        try {
            int version = version();
            ask(server, client -> client.delete().forPath(path + "/lock-1"));
            Granted granted = take(others, "others");
            while (version() < version) {
                assertThat(others.extend("1", granted.fence(), List.of("others"), "others", LONG))
                        .isTrue();
            }
            return granted.fence();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits for calls, and until the watch is set again: it is asked for before the waiters are called, and one connection is answered in
     * order. What changes before is seen by a waiter who asks, and is no further call.
     */
    private static void awaitCalls(Semaphore calls, int count, String what, LockStore watching) {
        Eventually.await("the call of " + what).until(() -> calls.availablePermits() >= count);
        assertThat(watching.extend("1", 1, List.of("nobody"), "nobody", LONG)).isFalse();
    }

    @Test
    void waitersAreNotifiedOfEachFreedLock() {
        try (LockStore store = open();
                LockStore other = open()) {
            Semaphore calls = new Semaphore(0);
            Granted first = take(store, "mine");
            try (LockStore.Watch watch = other.watch("1", calls::release)) {
                assertThat(watch).isNotNull();
                assertThat(other.take("1", "p", List.of("o"), "o", LONG)).isInstanceOf(Held.class);
                awaitCalls(calls, 1, "the mark of a waiter", other);
                store.release("1", first.fence(), MINE);
                awaitCalls(calls, 2, "the release", other);
                Granted second = take(store, "mine");
                awaitCalls(calls, 3, "another grant", other);
                store.release("1", second.fence(), MINE);
                awaitCalls(calls, 4, "its release", other);
            }
            take(store, "mine");
            assertThat(other.take("1", "p", List.of("o"), "o", LONG)).isInstanceOf(Held.class);
            assertThat(calls.availablePermits())
                    .as("calls, at most one late, and one when the client tells that it has connected")
                    .isLessThanOrEqualTo(6);
        }
    }

    @Test
    void releaseTellsThatAnotherProcessWantsTheLock() {
        try (LockStore store = open()) {
            Granted first = take(store, "mine");
            assertThat(store.take("1", "mine", List.of("x"), "x", LONG)).isInstanceOf(Held.class);
            assertThat(store.release("1", first.fence(), MINE)).isEqualTo(Released.FREED);
            Granted second = take(store, "mine");
            assertThat(store.take("1", "p", List.of("o"), "o", LONG)).isInstanceOf(Held.class);
            assertThat(store.release("1", second.fence(), MINE)).isEqualTo(Released.FREED_AND_WANTED);
        }
    }

    @Test
    void locksThatAreCalledLikePartsOfAPathAreLocks() throws Exception {
        try (FencedLocks locks = FencedLocks.open(
                "zookeeper", ZooKeeperFixture.patient("connect", server.connectString(), "path", path))) {
            for (String name : List.of(".", "..", "clock", "zookeeper", "lock-")) {
                LockGrant grant = locks.lock(name).lock(LONG);
                assertThat(locks.lock(name).tryLock()).as("a second grant").isEmpty();
                grant.unlock();
            }
        }
    }

    @Test
    void grantOverANodeThatWasCreatedAgainIsNoGrantAndTheNextNumberIsAboveItsOwn() throws Exception {
        try (LockStore others = open();
                LockStore store = disturbed()) {
            Granted first = take(store, "mine");
            writeOften(store, first);
            store.release("1", first.fence(), MINE);
            long[] overwritten = new long[1];
            faults.beforeWrite(() -> overwritten[0] = heldInANodeThatIsMadeAnew(others));
            Granted next = take(store, "mine");
            // By the record, whatever the clock says.
            long above = Long.parseLong(record().split(" ")[0].substring(1));
            assertThat(above).isGreaterThanOrEqualTo(overwritten[0]).isGreaterThan(first.fence());
            assertThat(next.fence()).isGreaterThan(above);
            assertThat(others.extend("1", overwritten[0], List.of("others"), "others", LONG))
                    .as("whether the one whose record was overwritten holds it")
                    .isFalse();
            assertThat(store.extend("1", next.fence(), MINE, "mine", LONG)).isTrue();
        }
    }

    @Test
    void extensionOfANodeThatWasCreatedAgainIsALoss() {
        try (LockStore others = open();
                LockStore store = disturbed()) {
            Granted first = take(store, "mine");
            writeOften(store, first);
            long[] overwritten = new long[1];
            faults.beforeWrite(() -> overwritten[0] = heldInANodeThatIsMadeAnew(others));
            assertThat(store.extend("1", first.fence(), MINE, "mine", LONG)).isFalse();
            assertThat(take(others, "next").fence()).isGreaterThan(overwritten[0]);
        }
    }

    /** After a session that ended, a client may come to a server that has not seen its last write. */
    @Test
    void olderRecordOfAServerThatLagsIsNoLoss() throws Exception {
        try (LockStore store = disturbed()) {
            Granted first = take(store, "mine");
            ZooKeeperTree.Node older = faults.tree().read(path + "/lock-1");
            assertThat(store.extend("1", first.fence(), MINE, "later", LONG)).isTrue();
            faults.lag(older);
            assertThat(store.release("1", first.fence(), List.of("later"))).isEqualTo(Released.FREED);
        }
    }

    @Test
    void numberGrowsAndLeaseIsCutWhenTheClockIsSetBack() throws Exception {
        try (LockStore store = open()) {
            take(store, "mine");
            long ahead = System.currentTimeMillis() + Duration.ofDays(300).toMillis();
            long fence = ahead * 1_000;
            write(fence + " " + ahead + " 500 mine mine 0 0");
            assertThat(store.take("1", "o", List.of("o"), "o", LONG)).isEqualTo(new Held(Duration.ofMillis(500)));
            Eventually.await("the end of the lease")
                    .until(() -> store.take("1", "o", List.of("o"), "o", LONG) instanceof Granted);
            assertThat(record()).startsWith(">" + fence + " - ");
            LockStore.Answer again = store.take("1", "o", List.of("o"), "o", LONG);
            assertThat(again).isEqualTo(new Granted(fence + 2));
        }
    }
}
