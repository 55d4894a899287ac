package io.distid.spi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that a class logs, from now until it is closed. Other modules have that of id-testkit, which is built on this one. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Runnable whileLogging;

    public CapturedLog(Class<?> of) {
        this(of, () -> {});
    }

    /** With what is done while a line is logged, before it counts. */
    public CapturedLog(Class<?> of, Runnable whileLogging) {
        this.whileLogging = whileLogging;
        logger = Logger.getLogger(of.getName());
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
    }

    /** Adds a line of the test's own. */
    public void add(String line) {
        lines.add(line);
    }

    /** Each with its level before it, such as {@code WARNING}. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord line) {
        whileLogging.run();
        lines.add(line.getLevel() + " " + line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(null);
    }
}
