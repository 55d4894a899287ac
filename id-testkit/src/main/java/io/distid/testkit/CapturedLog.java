package io.distid.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The lines that a class logs, at any level, from now until a close. Safe for use by any number of threads.
 *
 * <p>Tests of id-api have their own class for this, since this module is built on id-api.
 */
public final class CapturedLog implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Recorder();
    /** Kept here, since a logger without a reference is forgotten with its handlers. */
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
     * The lines that were logged so far.
     *
     * @return each line behind its level, such as {@code WARNING}; later lines do not change the list
     */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Ends listening. The lines are kept. */
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
