package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.distid.spi.RecordStore;
import io.distid.time.Parking;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A process with many leases, of which all were over when their store answered again. */
class LateRenewalsTest {
    private static final int HELD = 50;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final MemoryRecordStore store = new MemoryRecordStore(clock);
    private final long start = clock.millis();
    private final Parking parking = new Parking() {
        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(clock.millis() - start);
        }

        @Override
        public void park(long nanos) {
            clock.advance(Duration.ofNanos(nanos));
        }
    };
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicInteger together = new AtomicInteger();

    /** Else thousands would need so long that they stay late. */
    @Test
    void lookAtTheStoreOnceForEachAnswerAndNotOnceForEachLease() {
        RecordStore counted = (RecordStore) Proxy.newProxyInstance(
                RecordStore.class.getClassLoader(), new Class<?>[] {RecordStore.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "read" -> reads.incrementAndGet();
                        case "write" -> {
                            writes.incrementAndGet();
                            together.accumulateAndGet(((List<?>) arguments[1]).size(), Math::max);
                        }
                        default -> {}
                    }
                    return method.invoke(store, arguments);
                });
        WorkerRequest request = new WorkerRequest(
                "late", HELD - 1, OptionalInt.empty(), Duration.ofSeconds(3), "layout", "holder", clock);
        try (StoreWorkerIds workers =
                new StoreWorkerIds(counted, Duration.ofSeconds(5), Creation.ALWAYS, parking, null)) {
            List<WorkerLease> leases = new ArrayList<>();
            for (int i = 0; i < HELD; i++) {
                leases.add(workers.acquire(request));
            }
            reads.set(0);
            writes.set(0);

            clock.advance(Duration.ofMinutes(1));

            await().atMost(Duration.ofMinutes(1))
                    .until(() -> leases.stream().allMatch(lease -> lease.reservedUntil() > clock.millis()));
            leases.forEach(lease -> lease.release(clock.millis()));
            // Each lease was released by one write, after which nothing is read.
            assertThat(reads.get()).isPositive().isLessThanOrEqualTo(writes.get() - HELD);
            assertThat(together.get()).isGreaterThan(1);
        }
    }
}
