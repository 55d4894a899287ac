package io.distid.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The lines that a class logs, of whatever level, from now until it is closed. Safe for use by any number of threads.
 *
 * <p>Tests of id-api have one of their own, since this module is built on that one.
 */
public final class CapturedLog implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Recorder();
    /** Kept: loggers that nobody holds are forgotten with their handlers. */
    private final Logger logger;

    /**
     * Begins to listen.
     *
     * @param of the class whose name its logger has
     */
    public CapturedLog(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    /**
     * What was logged so far.
     *
     * @return each line with its level before it, such as {@code WARNING}; not changed by what comes later
     */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Ends listening. What was logged is kept. */
    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setLevel(null);
    }

    private final class Recorder extends Handler {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
