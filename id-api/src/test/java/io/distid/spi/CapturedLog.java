package io.distid.spi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The lines that a class logs, from now until it is closed. */
final class CapturedLog extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;

    CapturedLog(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
    }

    /** Each with its level before it, such as {@code WARNING}. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord line) {
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
