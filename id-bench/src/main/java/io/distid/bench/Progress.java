package io.distid.bench;

import io.distid.bench.report.Figures;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Tells a person what is being done: one line that is redrawn on a terminal, one line per step elsewhere.
 *
 * <p>Steps are weighed by how long they should take, and what is left is corrected by how long the others did take.
 */
final class Progress {
    private static final int WIDTH = 79;
    private static final int BAR = 20;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final long started = System.nanoTime();
    private Duration planned = Duration.ZERO;
    private Duration begun = Duration.ZERO;
    private Duration current = Duration.ZERO;
    private String what = "";
    private boolean ended;

    /**
     * Onto a stream.
     *
     * @param terminal whether the line can be redrawn
     */
    Progress(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Adds to the work ahead. */
    synchronized void plan(Duration work) {
        planned = planned.plus(work);
    }

    /** A step begins. */
    synchronized void step(String name, Duration estimate) {
        begun = begun.plus(current);
        current = estimate;
        what = name;
        if (terminal && !ended) {
            String line = String.format("%s %3d %%  %5s left  %s", bar(), percent(), Figures.clock(left()), name);
            out.print(CLEAR + line.substring(0, Math.min(WIDTH, line.length())));
            out.flush();
        }
    }

    /** The step has ended. */
    synchronized void done(String result) {
        if (!terminal && !ended) {
            out.printf("%3d %%  %s: %s%n", percent(), what, result);
            out.flush();
        }
    }

    /** No step is told of from here on. */
    synchronized void end() {
        ended = true;
        if (terminal) {
            out.print(CLEAR);
            out.flush();
        }
    }

    private String bar() {
        int full = percent() * BAR / 100;
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
    }

    private int percent() {
        return planned.isZero() ? 0 : (int) Math.min(99, begun.toMillis() * 100 / planned.toMillis());
    }

    private Duration left() {
        Duration remaining = planned.minus(begun);
        if (begun.isZero()) {
            return remaining;
        }
        double pace = (System.nanoTime() - started) / 1e6 / begun.toMillis();
        return Duration.ofMillis((long) (Math.max(0, remaining.toMillis()) * pace));
    }
}
