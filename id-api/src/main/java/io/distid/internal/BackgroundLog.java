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
 * Logs notes on an opened generator in the background, so that its first id does not wait. The first log line of a JVM takes some 0.1 s of a core,
 * several times as long as everything else. Safe for use by any number of threads.
 */
public final class BackgroundLog {
    /** Long enough for the first ids of a starting service. */
    private static final long DELAY_NANOS = 250_000_000;

    private static final List<Line> PENDING = new ArrayList<>();

    private BackgroundLog() {}

    /**
     * Logs a warning once, a moment later, on a thread of its own; or when the JVM ends, if that is sooner. A logging system that ends with the JVM,
     * as java.util.logging does, may have ended before. So a program that ends at once calls {@link #flush}.
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

    /** Logs all pending lines at once. Waits up to 1 s for a line that another thread is writing. */
    public static void flush() {
        List<Line> lines;
        synchronized (PENDING) {
            lines = List.copyOf(PENDING);
        }
        for (Line line : lines) {
            line.log();
        }
    }

    /** Has the caller's class loader and thread locals, which logging systems look at. */
    private static final class Line extends Thread {
        /** The first thread writes the line, once. The others wait for it, so that a JVM does not end amid a line. */
        private final FutureTask<?> writes;
        /** Runs this object, too, which saves loading a class before the first id. */
        private final Thread atExit = new Thread(this, "distid-log");

        Line(Class<?> source, String message) {
            super("distid-log");
            // A class and no lambda, since the first lambda of a JVM costs several ms.
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
                // The JVM is ending; the hook finds the line written.
            }
        }

        /** A second is enough, unless the writing thread is stuck: then its line comes late or never. */
        private void log() {
            writes.run();
            try {
                writes.get(1, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // A failing log cannot be reported.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (PENDING) {
                PENDING.remove(this);
            }
        }
    }
}
