package io.distid.bench.faults.node;

import io.distid.IdGenerator;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.nodes.IdDrawer;
import io.distid.bench.nodes.ThreadFileWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that asks for ids at a moderate rate and goes on after errors, as callers do. It writes each id, with its
 * time, to the file before it asks for the next. So the file is complete after a kill. If it cannot write an id, it
 * stops. Safe for use by several threads.
 */
final class FaultDrawer {
    /** Large enough that two generators on the same worker id meet, wherever their sequences begin. */
    private static final int BURST = 64;

    /** A changed clock is slow to read. A burst ends after this time and leaves the core to others. */
    private static final long LONGEST_BURST = 200_000;

    private static final long PAUSE = 2_000_000;
    /** Bursts a second if a rate is asked for. */
    private static final int BURSTS_PER_SECOND = 100;

    private static final long BETWEEN_BURSTS = 10_000_000;
    private static final long PAUSE_AFTER_ERROR = 20_000_000;
    private static final long LAST_CALL = 2_000;

    private final IdGenerator generator;
    private final ThreadFileWriter file;
    private final int burst;
    private final long pause;
    private final Thread thread = new Thread(this::run, "distid-fault-drawer");
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, String> messages = new TreeMap<>();
    private long ids;
    private @Nullable IOException keepFailure;
    private volatile boolean ended;

    /** Draws nothing yet. Then so many ids a second at most, from 100, or as many as other threads leave cores for if it is 0. */
    FaultDrawer(IdGenerator generator, Path path, int perSecond) throws IOException {
        this.generator = generator;
        this.file = new ThreadFileWriter(path);
        this.burst = perSecond == 0 ? BURST : perSecond / BURSTS_PER_SECOND;
        this.pause = perSecond == 0 ? PAUSE : BETWEEN_BURSTS;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        IdDrawer drawer = new IdDrawer(generator, 0);
        while (!ended) {
            try {
                long began = System.nanoTime();
                for (int i = 0; i < burst && !ended && System.nanoTime() - began < LONGEST_BURST; i++) {
                    boolean positive = drawer.drawOne(file);
                    count(positive);
                }
                LockSupport.parkNanos(pause);
            } catch (IOException e) {
                // This is not the generator's fault. Stop: a repeat of an id that is not in the file would go unseen.
                synchronized (this) {
                    keepFailure = e;
                }
                return;
            } catch (Exception | Error e) {
                // Count each error that a caller sees, except that the generator is closed at the end.
                if (!ended) {
                    count(e);
                }
                LockSupport.parkNanos(PAUSE_AFTER_ERROR);
            }
        }
    }

    private synchronized void count(boolean positive) {
        ids++;
        if (!positive) {
            errors.merge(NodeState.NOT_POSITIVE, 1L, Long::sum);
        }
    }

    private synchronized void count(Throwable e) {
        String type = e.getClass().getSimpleName();
        errors.merge(type, 1L, Long::sum);
        messages.computeIfAbsent(type, any -> type + ": " + FailureReason.of(e));
    }

    /** The first of each type. */
    synchronized List<String> messages() {
        return List.copyOf(messages.values());
    }

    /** The state of the node. Fails if an issued id is in no file. */
    synchronized NodeState state(ClockMonitor clocks) {
        if (keepFailure != null) {
            throw new IllegalStateException(
                    "an id was given out that could not be kept, so that its repeat would not be seen: " + keepFailure,
                    keepFailure);
        }
        return new NodeState(ids, new TreeMap<>(errors), System.currentTimeMillis(), clocks.seen());
    }

    /** Waits a moment for the current call to return. */
    void end() throws InterruptedException, IOException {
        ended = true;
        thread.join(LAST_CALL);
        if (!thread.isAlive()) {
            file.close();
        }
    }
}
