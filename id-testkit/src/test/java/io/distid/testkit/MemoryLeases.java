package io.distid.testkit;

import io.distid.BackendException;
import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.time.Parking;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** Worker ids in memory, for tests of the protocol: time passes while somebody waits, and a test steps in before a look, and before or after a write. */
abstract class MemoryLeases {
    static final String NAMESPACE = "orders";
    static final Duration RESERVATION = Duration.ofSeconds(3);
    static final Duration MAX_AHEAD = Duration.ofSeconds(5);
    static final Duration MINUTE = Duration.ofMinutes(1);
    /** Loses an answer, or a request. */
    static final Runnable LOSS = () -> {
        throw new BackendException("no answer");
    };

    private static final Runnable NOTHING = () -> {};

    final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    final MemoryRecordStore memory = new MemoryRecordStore(clock);
    /** How many records each write was for. */
    final List<Integer> writes = new CopyOnWriteArrayList<>();

    private final AtomicReference<Runnable> beforeRead = new AtomicReference<>(NOTHING);
    private final AtomicReference<Runnable> beforeWrite = new AtomicReference<>(NOTHING);
    private final AtomicReference<Runnable> afterWrite = new AtomicReference<>(NOTHING);
    private final long start = clock.millis();
    private long slept;
    private final Parking parking = new Parking() {
        @Override
        public long nanoTime() {
            return (clock.millis() - start - slept) * 1_000_000;
        }

        @Override
        public void park(long nanos) {
            clock.advance(Duration.ofMillis(1 + nanos / 1_000_000));
        }
    };

    final StoreWorkerIds ids = new StoreWorkerIds(
            (RecordStore) Proxy.newProxyInstance(
                    RecordStore.class.getClassLoader(),
                    new Class<?>[] {RecordStore.class},
                    (proxy, method, arguments) -> {
                        boolean isWrite = method.getName().equals("write");
                        if (method.getName().equals("read")) {
                            beforeRead.getAndSet(NOTHING).run();
                        }
                        if (isWrite) {
                            writes.add(((List<?>) arguments[1]).size());
                            beforeWrite.getAndSet(NOTHING).run();
                        }
                        Object answer = method.invoke(memory, arguments);
                        if (isWrite) {
                            afterWrite.getAndSet(NOTHING).run();
                        }
                        return answer;
                    }),
            MAX_AHEAD,
            Creation.ALWAYS,
            parking,
            null);

    /** What comes once, before the next look is carried out. */
    final void beforeRead(Runnable event) {
        beforeRead.set(event);
    }

    /** What comes once, before the next write is carried out. */
    final void beforeWrite(Runnable event) {
        beforeWrite.set(event);
    }

    /** What comes once, between the next write and its answer. */
    final void afterWrite(Runnable event) {
        afterWrite.set(event);
    }

    /** Lets all clocks go on, except the monotonic one. */
    final void sleep(Duration duration) {
        slept += duration.toMillis();
        clock.advance(duration);
    }

    final WorkerRequest request(int lastId) {
        return new WorkerRequest(NAMESPACE, lastId, OptionalInt.empty(), RESERVATION, "layout", "node", clock);
    }

    final RenewedLease acquire(WorkerRequest request) {
        return Leases.byHand(ids, request);
    }

    final View look(int id) {
        return memory.read(NAMESPACE, id, 1);
    }

    final LeaseRecord record(int id) {
        return look(id).records().get(id);
    }

    /** Writes a record of somebody else. */
    final void put(int id, long bound, long freeFrom) {
        LeaseRecord next = new LeaseRecord(LeaseToken.draw(), bound, 0, freeFrom, "other", null);
        memory.write(NAMESPACE, List.of(new Write(id, record(id), next, look(id).header())));
    }

    /** Makes or replaces the header, as somebody else does. */
    final void putHeader(long floor, String incarnation) {
        Header next = new Header(LeaseToken.draw(), "layout", floor, incarnation, 0);
        memory.writeHeader(NAMESPACE, look(0).header(), next);
    }
}
