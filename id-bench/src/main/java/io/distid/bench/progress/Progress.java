package io.distid.bench.progress;

import io.distid.bench.report.Units;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Tells a person what is being done: one line that is redrawn on a terminal, one line per step elsewhere.
 *
 * <p>Steps are weighted by their estimates. The pace of the finished steps corrects the rest. For use by several
 * threads.
 */
public final class Progress implements Steps {
    private static final int WIDTH = 79;
    private static final int BAR = 20;
    private static final long REDRAW = Duration.ofMillis(200).toNanos();
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanos;
    private final long started;
    private Duration planned = Duration.ZERO;
    private Duration begun = Duration.ZERO;
    private Duration current = Duration.ZERO;
    private double share;
    private long drawn;
    private String what = "";
    private boolean ended;

    /** Onto a stream: a line that is redrawn if a person is watching it on a terminal, else plain lines. */
    public Progress(PrintWriter out) {
        this(out, Terminal.isInteractive());
    }

    /** Onto a stream. */
    public Progress(PrintWriter out, boolean terminal) {
        this(out, terminal, System::nanoTime);
    }

    Progress(PrintWriter out, boolean terminal, LongSupplier nanos) {
        this.out = out;
        this.terminal = terminal;
        this.nanos = nanos;
        this.started = nanos.getAsLong();
    }

    /** Adds to the work ahead. */
    public synchronized void plan(Duration work) {
        planned = planned.plus(work);
    }

    /** Replaces the planned work by the remaining work. */
    public synchronized void remaining(Duration work) {
        planned = begun.plus(current).plus(work);
    }

    @Override
    public synchronized void step(String name, Duration estimate) {
        begun = begun.plus(current);
        current = estimate;
        share = 0;
        what = name;
        draw();
    }

    @Override
    public synchronized void at(double part) {
        share = Math.max(share, Math.min(1, part));
        if (nanos.getAsLong() - drawn >= REDRAW) {
            draw();
        }
    }

    @Override
    public synchronized void done(String result) {
        if (!terminal && !ended) {
            share = 1;
            out.printf("%3d %%  %s: %s%n", percent(100), what, result);
            out.flush();
        }
    }

    /** Ends the line; later steps print nothing. */
    public synchronized void end() {
        if (terminal && !ended) {
            out.print(CLEAR);
            out.flush();
        }
        ended = true;
    }

    private void draw() {
        if (terminal && !ended) {
            String line = String.format("%s %3d %%  %5s left  %s", bar(), percent(99), Units.clock(left()), what);
            out.print(CLEAR + line.substring(0, Math.min(WIDTH, line.length())));
            out.flush();
            drawn = nanos.getAsLong();
        }
    }

    /** The estimated time of the work that is done. */
    private long millisDone() {
        return begun.toMillis() + (long) (share * current.toMillis());
    }

    private String bar() {
        int full = percent(99) * BAR / 100;
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
    }

    private int percent(int most) {
        long all = planned.toMillis();
        return all == 0 ? (int) (share * most) : (int) Math.min(most, millisDone() * 100 / all);
    }

    private Duration left() {
        long done = millisDone();
        long remaining = Math.max(0, planned.toMillis() - done);
        double pace = done == 0 ? 1 : (nanos.getAsLong() - started) / 1e6 / done;
        return Duration.ofMillis((long) (remaining * pace));
    }
}
