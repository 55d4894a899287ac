package io.distid.bench.progress;

import java.io.Console;

/** Whether a person is watching. Stateless: safe for use by any number of threads. */
public final class Terminal {
    private Terminal() {}

    /** Whether a person uses a terminal that can redraw a line. */
    public static boolean isInteractive() {
        Console console = System.console();
        return console != null
                && System.getenv("CI") == null
                && !"dumb".equals(System.getenv("TERM"))
                && isTerminal(console);
    }

    /**
     * Since Java 22 a console may exist without a terminal, and a method says so. Before, a console means a terminal.
     */
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
