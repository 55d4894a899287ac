package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases that one request renews. */
class LeaseBatchTest extends MemoryLeases {
    /** So long that none is due before it is wanted. */
    private static final Duration LONG = Duration.ofHours(1);

    private final List<WorkerLease> held = new ArrayList<>();
    private long bound;

    @BeforeEach
    void hold() {
        for (int id = 0; id < 5; id++) {
            held.add(ids.acquire(request(4).withPreferredId(id).withReservation(LONG)));
        }
        bound = held.get(0).reservedUntil();
        clock.advance(MINUTE);
        writes.clear();
    }

    @AfterEach
    void end() {
        held.forEach(WorkerLease::close);
    }

    /** Renews the first one, and then the others together, since they are wanted by then. */
    private void renew(Runnable afterBatch) {
        afterWrite(() -> {
            held.subList(1, 5).forEach(LeaseBatchTest::want);
            afterWrite(afterBatch);
        });
        want(held.get(0));
    }

    private static void want(WorkerLease lease) {
        lease.want(lease.reservedUntil() + 1);
    }

    private void awaitRenewals(List<WorkerLease> leases) {
        Eventually.await("renewals").until(() -> leases.stream().allMatch(lease -> lease.reservedUntil() > bound));
        assertThat(leases).allMatch(lease -> lease.health().renewalsFailed() == 0);
    }

    @Test
    void whatBecomesOfOneRecordIsNothingToTheOthers() {
        memory.lose(NAMESPACE, 1);
        put(3, clock.millis() + 2 * LONG.toMillis(), Long.MAX_VALUE);
        renew(() -> {});
        awaitRenewals(List.of(held.get(2), held.get(4)));
        Eventually.await("two losses")
                .until(() ->
                        held.stream().filter(lease -> lease.health().lost()).count() == 2);
        assertThat(held.get(1).failure()).isInstanceOf(StoreRegressedException.class);
        assertThat(held.get(3).failure())
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("is held by other now")
                .hasMessageContaining("open a new one");
        assertThat(writes).containsExactly(1, 4);
    }

    @Test
    void batchWhoseAnswerIsLostMovesNoBoundThatIsShownAndIsSentAgain() {
        List<WorkerLease> others = held.subList(1, 5);
        List<Long> shown = new CopyOnWriteArrayList<>();
        renew(() -> {
            beforeWrite(() -> others.forEach(lease -> shown.add(lease.reservedUntil())));
            LOSS.run();
        });
        awaitRenewals(others);
        assertThat(writes).startsWith(1, 4);
        assertThat(shown).hasSize(4).containsOnly(bound);
    }
}
