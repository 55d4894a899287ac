package io.distid.bench.cli;

import io.distid.internal.BackgroundLog;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Decides what is logged on standard error: distid's own warnings. The logs of client libraries are opt-in. */
final class Logs {
    /** Held: the JVM forgets the level of a logger without references. */
    private static final Logger ROOT = Logger.getLogger("");

    private static final Logger OURS = Logger.getLogger("io.distid");

    private Logs() {}

    /** Turns off the logs of libraries. If an operator has configured logs, nothing is changed. */
    static void quiet() {
        if (System.getProperty("java.util.logging.config.file") == null
                && System.getProperty("java.util.logging.config.class") == null) {
            OURS.setLevel(Level.INFO);
            ROOT.setLevel(Level.OFF);
        }
        // A warning takes one line, unless the operator has another format.
        System.getProperties().putIfAbsent("java.util.logging.SimpleFormatter.format", "%4$s: %5$s%6$s%n");
    }

    static void verbose() {
        ROOT.setLevel(Level.INFO);
        handlersAt(Level.INFO);
    }

    /**
     * Prints no log any more. Threads of a library that is being closed may still log. A person must see the command's
     * own lines last. The level of the handler, not of a logger: a handler checks it under its lock for printing.
     */
    static void end() {
        handlersAt(Level.OFF);
    }

    private static void handlersAt(Level level) {
        for (Handler handler : ROOT.getHandlers()) {
            handler.setLevel(level);
        }
    }

    /** Works without any log, for generators that are opened for their traits alone. */
    static <T> T without(Supplier<T> work) {
        BackgroundLog.flush();
        Level root = ROOT.getLevel();
        Level ours = OURS.getLevel();
        ROOT.setLevel(Level.OFF);
        OURS.setLevel(Level.OFF);
        try {
            return work.get();
        } finally {
            // Flush background logs while the loggers are still off.
            BackgroundLog.flush();
            ROOT.setLevel(root);
            OURS.setLevel(ours);
        }
    }
}
