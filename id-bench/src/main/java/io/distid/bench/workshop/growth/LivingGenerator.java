package io.distid.bench.workshop.growth;

import io.distid.IdException;
import io.distid.internal.time.TickFormat;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.time.ClockLimits;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A generator on a leased worker id. Its own thread calls it each ms, while other nodes start. For use by one thread. */
final class LivingGenerator {
    private static final Duration START_WAIT = Duration.ofMinutes(5);

    private final LeasedSequencer ids;
    private final Thread caller = new Thread(this::call, "distid-bench-living");
    private volatile boolean over;
    private long calls;
    private long failed;

    LivingGenerator(WorkerIds source, WorkerRequest request) {
        ids = LeasedSequencer.open(source, request, new TickFormat(0, 1, 41, 12), ClockLimits.WAIT, START_WAIT);
        caller.setDaemon(true);
        caller.start();
    }

    private void call() {
        while (!over) {
            calls++;
            try {
                ids.sequencer().next();
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (IdException e) {
                failed++;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Ends the calls, and returns how many failed. */
    double end() throws InterruptedException {
        over = true;
        caller.join();
        ids.close();
        if (calls == 0) {
            throw new IllegalStateException("the living generator was never called");
        }
        return failed;
    }
}
