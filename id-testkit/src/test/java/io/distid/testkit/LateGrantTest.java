package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.time.Parking;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A grant whose answer came when its lease was over, or never. A copy of the process may have had the answer in time, and have issued ids up to the bound: so
 * nobody is granted the id below it.
 */
class LateGrantTest {
    private static final Duration RESERVATION = Duration.ofSeconds(3);
    private static final Duration MAX_AHEAD = Duration.ofSeconds(5);
    private static final Duration LATE = RESERVATION.plusSeconds(1);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final LateStore store = new LateStore(new MemoryRecordStore(clock), clock);
    private final WorkerRequest request =
            new WorkerRequest("late", 0, 0, OptionalInt.empty(), RESERVATION, "layout", "holder", clock, lease -> {});

    @Test
    void isFollowedByAGrantAboveItsBound() {
        try (StoreWorkerIds workers =
                new StoreWorkerIds(store, MAX_AHEAD, Creation.ALWAYS, Parking.SYSTEM, new Random(1))) {
            workers.acquire(request).release(clock.millis());
            // Or the first bound would be the floor, which is no higher than what the predecessor left.
            clock.advance(Duration.ofMinutes(1));
            store.answersLate = true;

            WorkerLease lease = workers.acquire(request);

            long late = store.late.get(0).bound();
            assertThat(late).isGreaterThan(store.late.get(0).stamped());
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(late);
            assertThat(store.lowest).as("lowest bound of the record since").isGreaterThanOrEqualTo(late);
        }
    }

    @Test
    void thatWasNotAnsweredIsFollowedByAGrantAboveItsBoundToo() {
        try (StoreWorkerIds workers =
                new StoreWorkerIds(store, MAX_AHEAD, Creation.ALWAYS, Parking.SYSTEM, new Random(1))) {
            workers.acquire(request).release(clock.millis());
            clock.advance(Duration.ofMinutes(1));
            store.answersLost = 2;
            assertThatThrownBy(() -> workers.acquire(request))
                    .isInstanceOf(BackendException.class)
                    .hasMessage("no answer");

            WorkerLease lease = workers.acquire(request);

            long late = store.late.get(0).bound();
            assertThat(late).isGreaterThan(store.late.get(0).stamped());
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(late);
        }
    }

    /** Others could take it only a reservation later otherwise. */
    @Test
    void thatWasNotAnsweredIsGivenBackForOthers() {
        try (StoreWorkerIds workers =
                        new StoreWorkerIds(store, MAX_AHEAD, Creation.ALWAYS, Parking.SYSTEM, new Random(1));
                StoreWorkerIds others = new StoreWorkerIds(store.store, MAX_AHEAD, Creation.NEVER)) {
            workers.acquire(request).release(clock.millis());
            store.answersLost = 2;
            assertThatThrownBy(() -> workers.acquire(request)).isInstanceOf(BackendException.class);
            assertThat(others.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(store.late.get(0).bound());
        }
    }

    /** Answers to one grant when its lease is over, and watches the bound of the record from then on. */
    private static final class LateStore implements RecordStore {
        private final RecordStore store;
        private final ManualClock clock;
        private final List<LeaseRecord> late = new ArrayList<>();
        private boolean answersLate;
        private int answersLost;
        private long lowest = Long.MAX_VALUE;

        LateStore(RecordStore store, ManualClock clock) {
            this.store = store;
            this.clock = clock;
        }

        @Override
        public List<Outcome> write(String namespace, List<Write> writes) {
            List<Outcome> outcomes = store.write(namespace, writes);
            if (answersLost > 0) {
                answersLost--;
                late.add(writes.get(0).next());
                throw new BackendException("no answer");
            }
            if (answersLate) {
                answersLate = false;
                late.add(writes.get(0).next());
                clock.advance(LATE);
                // As it answers to a repeat.
                outcomes = store.write(namespace, writes);
            }
            if (!late.isEmpty()) {
                int id = writes.get(0).id();
                LeaseRecord record = store.read(namespace, id, 1).records().get(id);
                lowest = Math.min(lowest, record.bound());
            }
            return outcomes;
        }

        @Override
        public View read(String namespace, int firstId, int count) {
            return store.read(namespace, firstId, count);
        }

        @Override
        public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
            return store.writeHeader(namespace, expected, next);
        }

        @Override
        public int readLimit() {
            return store.readLimit();
        }

        @Override
        public int writeLimit() {
            return store.writeLimit();
        }

        @Override
        public String where(String namespace) {
            return store.where(namespace);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
