package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.testservers.EtcdServer;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
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

    /** As one that was set back shows: the number in the record is above what the clock would make it. */
    @Test
    void numberGrowsFromTheRecordWhateverTheClockShows() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "one");
            long ahead = (System.currentTimeMillis() + Duration.ofDays(1).toMillis()) * 1_000;
            EtcdFixture.put(server, prefix + "/record/one", ahead + " free 100 0 0 token process");
            assertThat(fence(locks, "one")).isEqualTo(ahead + 1);
        }
    }

    @Test
    void leaseOfEtcdIsUsedAgainByTheNextGrantOfThatLength() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            long first = leaseOf(locks, Duration.ofMinutes(30));
            assertThat(isAlive(first)).isTrue();
            assertThat(leaseOf(locks, Duration.ofMinutes(30))).isEqualTo(first);
            assertThat(leaseOf(locks, Duration.ofMinutes(20))).isNotEqualTo(first);
            EtcdFixture.ask(server, etcd -> {
                etcd.revoke(first);
                return true;
            });
            assertThat(leaseOf(locks, Duration.ofMinutes(30)))
                    .as("lease, once that one was ended")
                    .isNotEqualTo(first);
        }
    }

    @Test
    void recordsOfAllLocksEndWithOneLeaseThatOutlivesTheProcess() throws Exception {
        long shared;
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "one");
            fence(locks, "two");
            shared = EtcdFixture.present(server, prefix + "/keep").lease();
        }
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "three");
        }
        for (String lock : new String[] {"one", "two", "three"}) {
            assertThat(EtcdFixture.present(server, prefix + "/record/" + lock).lease())
                    .as("lease of the record of lock %s", lock)
                    .isEqualTo(shared)
                    .isPositive();
        }
    }

    @Test
    void sharedLeaseThatIsHalfOverIsReplaced() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "one");
        }
        long halfOver = keepBy(Duration.ofDays(7), Duration.ZERO);
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "two");
        }
        assertThat(EtcdFixture.present(server, prefix + "/keep").lease()).isNotEqualTo(halfOver);
    }

    /** By a member whose clock was far ahead when it was granted: else it would be taken for new until it ends, and all records with it. */
    @Test
    void sharedLeaseIsReplacedInTimeWhateverTheClockOfTheDayShowed() throws Exception {
        long halfOver = keepBy(Duration.ofDays(7), Duration.ofDays(400));
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "one");
        }
        Etcd.Entry replaced = EtcdFixture.present(server, prefix + "/keep");
        assertThat(replaced.lease()).isNotEqualTo(halfOver);
        assertThat(EtcdFixture.present(server, prefix + "/record/one").lease()).isEqualTo(replaced.lease());
        assertThat(EtcdFixture.<Long>ask(server, etcd -> etcd.secondsLeft(replaced.lease())))
                .isGreaterThan(Duration.ofDays(13).toSeconds());
    }

    @Test
    void sharedLeaseThatIsYoungIsKeptWhateverTheClockOfTheDayShowed() throws Exception {
        long young = keepBy(Duration.ofDays(14), Duration.ofDays(-400));
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            fence(locks, "one");
        }
        assertThat(EtcdFixture.present(server, prefix + "/record/one").lease()).isEqualTo(young);
    }

    @Test
    void leaseThatIsOverHasNothingLeft() {
        long lease = EtcdFixture.<Long>ask(server, etcd -> etcd.grant(600));
        assertThat(EtcdFixture.<Long>ask(server, etcd -> etcd.secondsLeft(lease)))
                .isBetween(300L, 600L);
        EtcdFixture.ask(server, etcd -> {
            etcd.revoke(lease);
            return true;
        });
        assertThat(EtcdFixture.<Long>ask(server, etcd -> etcd.secondsLeft(lease)))
                .isZero();
    }

    /** Puts the shared lease in its key, with so much left, granted when a clock was wrong by so much. */
    private long keepBy(Duration left, Duration wrong) {
        return EtcdFixture.<Long>ask(server, etcd -> {
            long lease = etcd.grant(left.toSeconds());
            String time = Long.toString(System.currentTimeMillis() + wrong.toMillis());
            etcd.commit(new Transaction().put(prefix + "/keep", time, lease));
            return lease;
        });
    }

    /** By somebody's hand. A lock that is held meanwhile can be neither extended nor freed, and ends with its lease. */
    @Test
    void sharedLeaseThatWasRevokedIsReplaced() throws Exception {
        try (FencedLocks locks = FencedLocks.open("etcd", config)) {
            long first = fence(locks, "one");
            EtcdFixture.ask(server, etcd -> {
                etcd.revoke(EtcdFixture.present(server, prefix + "/keep").lease());
                return true;
            });
            assertThat(fence(locks, "one")).isGreaterThan(first);
        }
    }

    private long leaseOf(FencedLocks locks, Duration length) throws InterruptedException {
        try (LockGrant grant = locks.lock("one").lock(length)) {
            assertThat(grant.isHeld()).isTrue();
            return EtcdFixture.present(server, prefix + "/held/one").lease();
        }
    }

    private boolean isAlive(long lease) {
        return EtcdFixture.ask(server, etcd -> etcd.keepAlive(lease));
    }

    private static long fence(FencedLocks locks, String name) throws InterruptedException {
        try (LockGrant grant = locks.lock(name).lock()) {
            return grant.fence();
        }
    }
}
