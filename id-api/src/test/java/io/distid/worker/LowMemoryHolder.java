package io.distid.worker;

import io.distid.internal.worker.FullHeap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A process whose heap is full, to the last object, while leases are renewed; prints {@code renewed} once all are renewed after that. */
final class LowMemoryHolder {
    private static final int LEASES = 3;
    private static final FullHeap HEAP = new FullHeap();
    private static volatile boolean full;

    private LowMemoryHolder() {}

    public static void main(String[] args) throws InterruptedException {
        LeaseRenewer renewer = new LeaseRenewer(LEASES, LowMemoryHolder::renew);
        List<RenewedLease> leases = IntStream.range(0, LEASES)
                .mapToObj(id ->
                        RenewedLease.start(request(), id, 0, System.currentTimeMillis() + 300, new Backend(renewer)))
                .toList();
        // Without sleep, which takes memory on some JDKs.
        while (!full) {
            Thread.onSpinWait();
        }
        // The thread that renews goes on meanwhile, as far as it can without memory.
        long end = System.nanoTime() + 500_000_000;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        HEAP.empty();
        for (RenewedLease lease : leases) {
            while (lease.reservedUntil() < System.currentTimeMillis()) {
                Thread.sleep(1);
            }
        }
        System.out.println("renewed");
    }

    /** Fills the heap once. */
    private static List<@Nullable Throwable> renew(List<LeaseBatch.Move> moves) {
        if (!full) {
            HEAP.fill();
            full = true;
        }
        return Collections.nCopies(moves.size(), null);
    }

    private static WorkerRequest request() {
        return new WorkerRequest(
                "low-memory",
                LEASES,
                OptionalInt.empty(),
                Duration.ofMillis(300),
                "layout",
                "holder",
                InstantSource.system());
    }

    private record Backend(LeaseRenewer renewer) implements LeaseBatch.Member {
        @Override
        public void renew(long reservedUntil) {
            LowMemoryHolder.renew(List.of());
        }

        @Override
        public void release(long stampedUntil) {
            // Nobody takes it.
        }
    }
}
