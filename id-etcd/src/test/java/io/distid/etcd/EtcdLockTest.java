package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.coordination.LockStore;
import io.distid.testservers.EtcdServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EtcdLockTest {
    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "locks-" + UUID.randomUUID();
    private final Map<String, String> config = EtcdFixture.config(server, "prefix", prefix);

    @Test
    void numberIsTheServersTimeInSecondsWithTheRevisionBehindIt() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            long before = System.currentTimeMillis() / 1_000 - 1;
            long fence = fence(locks, "one");
            long revision = EtcdFixture.present(server, prefix + "/record/one").created();
            assertThat(fence / 1_000_000).as("seconds").isBetween(before, System.currentTimeMillis() / 1_000 + 1);
            assertThat(fence % 1_000_000)
                    .as("revision")
                    .isLessThan(revision % 1_000_000 + 1_000_000)
                    .isPositive();
        }
    }

    /** A record of an earlier version of distid, whose locks are held by a second key. */
    @Test
    void recordOfAnotherFormIsRefusedInWords() throws Exception {
        EtcdFixture.put(server, prefix + "/record/one", "17 held 30000 0 0 token process");
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            assertThatThrownBy(() -> locks.lock("one").lock())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(prefix + "/record/one")
                    .hasMessageContaining("does not hold a record of a lock: \"17 held");
        }
    }

    @Test
    void recordsOfAllLocksOfAProcessEndWithOneLeaseThatOutlivesIt() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "one");
            fence(locks, "two");
        }
        long lease = leaseOf("one");
        assertThat(leaseOf("two")).isEqualTo(lease).isPositive();
        assertThat(EtcdFixture.post(server, "/v3/lease/timetolive", Map.of("ID", Long.toString(lease)))
                        .number("TTL"))
                .as("seconds left of twice the seven days of keep")
                .isGreaterThan(Duration.ofDays(13).toSeconds());
    }

    @Test
    void leaseOfRecordsIsReplacedOnceItIsHalfOver() {
        AtomicLong millis = new AtomicLong();
        try (LockStore store = EtcdFixture.locks(
                server,
                prefix,
                call -> call.send(outcome -> EtcdCall.at(
                        outcome.revision(), outcome.serverMillis() + millis.get(), outcome.incarnation(), outcome)))) {
            long first = leaseAfterTake(store);
            millis.addAndGet(EtcdFixture.KEEP.minusMinutes(1).toMillis());
            assertThat(leaseAfterTake(store)).as("until it is half over").isEqualTo(first);
            millis.addAndGet(Duration.ofMinutes(2).toMillis());
            assertThat(leaseAfterTake(store)).isNotEqualTo(first);
        }
    }

    private long leaseAfterTake(LockStore store) {
        store.take("one", "process", List.of("token"), "token", Duration.ofMinutes(1));
        return leaseOf("one");
    }

    /** By somebody's hand: the records are gone with it. */
    @Test
    void leaseOfRecordsThatWasRevokedIsReplaced() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            long first = fence(locks, "one");
            EtcdFixture.post(server, "/v3/lease/revoke", Map.of("ID", Long.toString(leaseOf("one"))));
            assertThat(fence(locks, "one")).isGreaterThan(first);
        }
    }

    private long leaseOf(String lock) {
        return EtcdFixture.present(server, prefix + "/record/" + lock).lease();
    }

    private static long fence(FencedLocks locks, String name) throws InterruptedException {
        try (LockGrant grant = locks.lock(name).lock()) {
            return grant.fence();
        }
    }
}
