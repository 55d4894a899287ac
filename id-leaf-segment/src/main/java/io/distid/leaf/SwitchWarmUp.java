package io.distid.leaf;

import io.distid.spi.Segment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Has what a caller does where a segment ends, and where the next is asked for, compiled: once in a process, in the background, when the first object opens.
 *
 * <p>Each is done once a segment, which may be a million ids: too seldom for the JVM to compile it, and seldom enough for all of it to be out of the
 * processor's caches. So the call that met the end of a segment took 40 microseconds where any other takes some nanoseconds, and calls that were due meanwhile
 * were late, too; compiled it takes three.
 *
 * <p>It works on a tag of its own, whose segments no store has granted, and draws by {@link LeafTag#nextIdAfter} and not by {@link LeafTag#nextId}: the code that the compiler
 * makes of that one follows how often segments end.
 */
final class SwitchWarmUp {
    private static final int ROUNDS = 12;
    /** More than the compiler waits for, though it waits for more while it has much to do; in all fewer than after which it leaves out what was not seen to happen. */
    private static final int SWITCHES = 300;
    /** So that it comes to it meanwhile: what is not called any more when its turn comes is not compiled. */
    private static final long PAUSE_MILLIS = 20;
    /** In hand beside the current one, so that nothing is loaded. */
    private static final int AHEAD = 2;

    /** The threads of the object that does it, or did. */
    private static final AtomicReference<@Nullable ExecutorService> DOING = new AtomicReference<>();

    private static volatile boolean done;

    private final LoadContext loading;
    private final LeafTag tag;
    private long first = 1;
    private int rounds;

    SwitchWarmUp(LoadContext loading) {
        this.loading = loading;
        tag = new LeafTag("", loading);
        for (int i = 0; i < AHEAD; i++) {
            append();
        }
    }

    /** Begins on a loader's thread, if no other object has, or one that was closed before it was done. */
    static void beginOnce(LoadContext loading) {
        ExecutorService before = DOING.get();
        boolean isToBegin = before == null || !done && before.isShutdown();
        if (isToBegin && DOING.compareAndSet(before, loading.threads())) {
            new SwitchWarmUp(loading).roundLater();
        }
    }

    private void roundLater() {
        loading.threads()
                .schedule(
                        () -> {
                            round();
                            if (++rounds < ROUNDS) {
                                roundLater();
                            } else {
                                done = true;
                            }
                        },
                        PAUSE_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    void round() {
        for (int i = 0; i < SWITCHES; i++) {
            append();
            OpenSegment used = tag.current();
            used.claim(used.size);
            tag.nextIdAfter(used);
        }
    }

    /** A segment of one id, whose index is the one at which the next is asked for. */
    private void append() {
        tag.append(
                OpenSegment.of(new Segment(first, first + 1), loading.options().prefetchPercent(), false));
        first++;
    }
}
