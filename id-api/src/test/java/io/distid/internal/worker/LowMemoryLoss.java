package io.distid.internal.worker;

import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.time.TickFormat;
import io.distid.time.ClockLimits;
import io.distid.worker.LeaseBackend;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;

/**
 * A process whose heap is full, to the last object, when the lease of a generator is lost; prints, once there is memory again, whether the generator
 * issues ids, and whether the worker id can be had again in this process.
 */
final class LowMemoryLoss {
    private static final FullHeap HEAP = new FullHeap();
    private static final StoreRegressedException REASON = new StoreRegressedException("restored from a backup");
    private static final TickFormat FORMAT = new TickFormat(0, 1, 41, 12);

    private static boolean fills;

    private LowMemoryLoss() {}

    public static void main(String[] args) {
        // So that all classes are there.
        lose(0);
        fills = true;
        LeasedSequencer lost = lose(1);
        System.out.println(state(lost));
        lost.close();
        open(1).close();
        System.out.println("opened again");
    }

    private static LeasedSequencer lose(int workerId) {
        LeasedSequencer generator = open(workerId);
        generator.sequencer().next();
        RenewedLease lease = (RenewedLease) generator.lease();
        try {
            lease.renew();
        } catch (OutOfMemoryError e) {
            // As the thread that renews takes it.
        } finally {
            HEAP.empty();
        }
        return generator;
    }

    private static String state(LeasedSequencer generator) {
        try {
            return "issued " + generator.sequencer().next();
        } catch (LeaseLostException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static LeasedSequencer open(int workerId) {
        return LeasedSequencer.open(
                new LostIds(workerId),
                new WorkerRequest(
                        "low-memory",
                        1023,
                        OptionalInt.empty(),
                        Duration.ofMinutes(5),
                        "layout",
                        "holder",
                        InstantSource.system()),
                FORMAT,
                ClockLimits.WAIT,
                Duration.ofSeconds(1));
    }

    private record LostIds(int workerId) implements WorkerIds {
        @Override
        public WorkerLease acquire(WorkerRequest request) {
            long bound = request.clock().millis() + request.reservation().toMillis();
            return new RenewedLease(request, workerId, Long.MIN_VALUE, bound, new Lost());
        }

        @Override
        public void close() {}
    }

    private record Lost() implements LeaseBackend {
        @Override
        public void renew(long reservedUntil) {
            if (fills) {
                HEAP.fill();
            }
            throw REASON;
        }

        @Override
        public void release(long stampedUntil) {}
    }
}
