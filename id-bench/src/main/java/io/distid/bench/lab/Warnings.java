package io.distid.bench.lab;

import io.distid.bench.jvm.LabSecrets;
import io.distid.internal.BackgroundLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Collects warnings of strategies and libraries during measurements, for the report. On a terminal they would break the
 * line of progress. Safe for use by several threads.
 */
final class Warnings extends Handler {
    private static final int KEPT = 50;

    private final Formatter formatter = new SimpleFormatter();
    /** Messages by their text without digits: the same warning of three nodes is one line. */
    private final Map<String, String> messages = new LinkedHashMap<>();

    private Warnings() {
        setLevel(Level.WARNING);
    }

    /** Replaces all other handlers of this JVM. */
    static Warnings collect() {
        LogManager.getLogManager().reset();
        Warnings warnings = new Warnings();
        Logger.getLogger("").addHandler(warnings);
        return warnings;
    }

    /** The messages so far without passwords; of those that differ in their figures only, the first. */
    List<String> all() {
        BackgroundLog.flush();
        return kept();
    }

    private synchronized List<String> kept() {
        return new ArrayList<>(messages.values());
    }

    @Override
    public synchronized void publish(LogRecord warning) {
        if (isLoggable(warning) && messages.size() < KEPT) {
            String message = LabSecrets.hide(formatter.formatMessage(warning));
            messages.putIfAbsent(message.replaceAll("\\d+", "#"), message);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
