package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.testservers.EtcdServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Numbers of locks whose record was lost, within one second of etcd's clock. */
class EtcdLockNumberTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    /** In ms; the same for each answer. */
    private static final long SECOND = 1_800_000_000_000L;

    /** More than other tests are likely to make meanwhile; if they make more, nothing is shown, and nothing fails. */
    private static final long SOME_WRITES = 1_000;

    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "numbers-" + UUID.randomUUID();
    private final LockStore store = open();
    private final LockStore other = open();
    /** Added to each revision that etcd tells. */
    private long shift;

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    @Test
    void numberGrowsAcrossEachPowerOfTenOfTheRevision() {
        for (long round : new long[] {1_000_000, 10_000_000, 1_000_000_000}) {
            shift = round - SOME_WRITES - EtcdFixture.revision(server);
            long before = take(store);
            lose();
            shift = round + SOME_WRITES - EtcdFixture.revision(server);
            assertThat(take(other)).as("the number at revision " + round).isGreaterThan(before);
            lose();
        }
    }

    @Test
    void numberGrowsWithinTheProcessThoughTheRevisionFalls() {
        shift = 1_000_000;
        long before = take(store);
        lose();
        shift = 0;
        assertThat(take(store)).isGreaterThan(before);
    }

    private static long take(LockStore store) {
        return ((Granted) store.take("one", "process", List.of("token"), "token", LEASE)).fence();
    }

    private void lose() {
        EtcdFixture.delete(server, prefix + "/record/one");
    }

    /** As if more had been written to etcd, in a second that does not end. */
    private LockStore open() {
        return EtcdFixture.locks(
                server,
                prefix,
                call -> call.send(
                        outcome -> EtcdCall.at(outcome.revision() + shift, SECOND, outcome.incarnation(), outcome)));
    }
}
