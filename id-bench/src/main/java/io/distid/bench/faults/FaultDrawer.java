package io.distid.bench.faults;

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
 * A thread that draws ids at a gentle pace and goes on after errors, as callers do. Each id is in the file, with its time, before the next is
 * drawn, so that it is there after a kill; if it cannot be kept none is drawn any more. Safe for use by several threads.
 */
final class FaultDrawer {
    /** So many that generators whose sequence begins anywhere meet another on the same worker id. */
    private static final int BURST = 64;

    /** A clock that is set takes long to read: a burst ends then, and leaves the core to others. */
    private static final long LONGEST_BURST = 200_000;

    private static final long PAUSE = 2_000_000;
    /** At a rate that is asked for, bursts follow each other so many times a second. */
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
    private @Nullable IOException unkept;
    private volatile boolean ended;

    /**
     * Draws nothing yet.
     *
     * @param perSecond how many ids at most, from 100; 0 for as many as other threads leave cores for
     */
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
        IdDrawer drawer = new IdDrawer(generator);
        while (!ended) {
            try {
                long began = System.nanoTime();
                for (int i = 0; i < burst && !ended && System.nanoTime() - began < LONGEST_BURST; i++) {
                    boolean positive = drawer.drawOne(file);
                    count(positive);
                }
                LockSupport.parkNanos(pause);
            } catch (IOException e) {
                // The generator is not to blame, and there is nothing to go on for: if that id repeats, nobody sees it.
                isNotKept(e);
                return;
            } catch (Exception | Error e) {
                // What a caller sees of a fault is to be counted, whatever it is, but that the generator is closed in
                // the end.
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

    private synchronized void isNotKept(IOException e) {
        unkept = e;
    }

    /** The first of each type. */
    synchronized List<String> messages() {
        return List.copyOf(messages.values());
    }

    /**
     * How it stands.
     *
     * @throws IllegalStateException if an id was given out that is in no file
     */
    synchronized NodeState state(ClockMonitor clocks) {
        if (unkept != null) {
            throw new IllegalStateException(
                    "an id was given out that could not be kept, so that its repeat would not be seen: " + unkept,
                    unkept);
        }
        return new NodeState(ids, new TreeMap<>(errors), System.currentTimeMillis(), clocks.seen());
    }

    /** Lets the call that is under way return, if it does. */
    void end() throws InterruptedException, IOException {
        ended = true;
        thread.join(LAST_CALL);
        if (!thread.isAlive()) {
            file.close();
        }
    }
}
