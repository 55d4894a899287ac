package io.distid.bench.progress;

import java.io.Console;

/** Whether a person is watching. Stateless: safe for use by any number of threads. */
public final class Terminal {
    private Terminal() {}

    /**
     * Whether somebody sits at a terminal that can redraw a line.
     *
     * @return false where {@code CI} is set, too: a log keeps every redrawn line, and nobody answers
     */
    public static boolean isInteractive() {
        Console console = System.console();
        return console != null
                && System.getenv("CI") == null
                && !"dumb".equals(System.getenv("TERM"))
                && isTerminal(console);
    }

    /** From Java 22 on there is a console without a terminal too, and a method that tells; before, its existence tells. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
