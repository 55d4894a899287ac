package io.distid.bench.throughput;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * A thread's calls at a fixed rate, each timed from the moment it was due: a call that stalls counts for every call that it held
 * up, too. Time lost between two calls, as when the machine takes the core away, counts for no call and postpones those that are still
 * to come. Not safe for use by several threads: each has its own.
 */
@State(Scope.Thread)
public class PacedLoop {
    /** Calls a second of each thread; 0 for one after the other, each timed from when it began. */
    @Param("1000000")
    public int perSecond;

    private SampleBuffer calls = new SampleBuffer();
    private long everyNanos;
    private long due;
    private long ended;

    /** Made by JMH. */
    public PacedLoop() {}

    /** Begins anew, so that the pause between two iterations counts for no call. */
    @Setup(Level.Iteration)
    public void begin() {
        calls = new SampleBuffer();
        everyNanos = perSecond == 0 ? 0 : 1_000_000_000 / perSecond;
        due = System.nanoTime();
        ended = due;
    }

    /** Waits until a call is due; spins, since no thread wakes up to the microsecond. */
    void await() {
        due += everyNanos;
        if (due > ended || everyNanos == 0) {
            long now = System.nanoTime();
            while (now < due) {
                Thread.onSpinWait();
                now = System.nanoTime();
            }
            due = now;
        }
    }

    /** Takes note of a call that has returned. */
    void done() {
        ended = System.nanoTime();
        calls.add(ended - due);
    }

    /** Hands the times on. */
    @TearDown(Level.Iteration)
    public void end() {
        CallTimeProfiler.timed(calls);
    }
}
