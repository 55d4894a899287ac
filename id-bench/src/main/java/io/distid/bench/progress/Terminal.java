package io.distid.bench.progress;

import java.io.Console;

/** Whether a person is watching. */
final class Terminal {
    private Terminal() {}

    /** True on a terminal that can redraw a line, unless {@code CI} is set: a log keeps every redrawn line. */
    static boolean isInteractive() {
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
