package io.distid.internal;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Logs what there is to say of a generator that was opened, without having its first id wait: the first line of a JVM takes some
 * 0.1 s of a core, which is several times what all the rest takes. Safe for use by any number of threads.
 */
public final class BackgroundLog {
    /** Until the first ids of a service that starts are out. */
    private static final long DELAY_NANOS = 250_000_000;

    private static final List<Line> PENDING = new ArrayList<>();

    private BackgroundLog() {}

    /**
     * Logs a warning a moment later, on a thread of its own; or when the JVM ends, if that is sooner. Once. A logging system that ends with
     * the JVM, as java.util.logging does, may have ended before: a program that is over at once calls {@link #flush}.
     *
     * @param source whose logger
     * @param message what to say
     */
    public static void warn(Class<?> source, String message) {
        Line line = new Line(source, message);
        try {
            Runtime.getRuntime().addShutdownHook(line.atExit);
        } catch (IllegalStateException e) {
            line.log(); // The JVM is ending already.
            return;
        }
        synchronized (PENDING) {
            PENDING.add(line);
        }
        line.setDaemon(true);
        line.start();
    }

    /** Logs at once what was not logged yet, for whoever collects it; waits up to 1 s for a line that another thread writes. */
    public static void flush() {
        List<Line> lines;
        synchronized (PENDING) {
            lines = List.copyOf(PENDING);
        }
        for (Line line : lines) {
            line.log();
        }
    }

    /** With the caller's class loader and thread locals, which logging systems look at. */
    private static final class Line extends Thread {
        /** Written once, by whichever thread comes first. The others wait for it, so that a JVM does not end within a line. */
        private final FutureTask<?> writes;
        /** Runs this, too: one class less to be loaded on the way to the first id. */
        private final Thread atExit = new Thread(this, "distid-log");

        Line(Class<?> source, String message) {
            super("distid-log");
            // A class, since the first lambda of a JVM costs several ms.
            this.writes = new FutureTask<>(
                    new Runnable() {
                        @Override
                        public void run() {
                            System.getLogger(source.getName()).log(Level.WARNING, message);
                        }
                    },
                    null);
        }

        @Override
        public void run() {
            if (Thread.currentThread() == atExit) {
                log();
                return;
            }
            LockSupport.parkNanos(DELAY_NANOS);
            log();
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                // The JVM is ending; the hook finds that it was said.
            }
        }

        /** If a second is not long enough, the thread that writes is stuck: its line comes late or never. */
        private void log() {
            writes.run();
            try {
                writes.get(1, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // Nobody is to be told of a log that fails.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (PENDING) {
                PENDING.remove(this);
            }
        }
    }
}
