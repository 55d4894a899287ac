package io.distid.spi;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells of system properties that were meant for a strategy and are misspelt, such as {@code distid.snowflak.worker}. Others may begin
 * with {@code distid.}, too, so what resembles no strategy is let alone, and nothing is refused. Safe for use by any number of threads.
 */
final class MisspeltProperties {
    static final String START = "distid.";
    private static final int MOST_EDITS = 2;
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private MisspeltProperties() {}

    /** Logs a warning, once in this process, for each of them. */
    static void warn(Set<String> strategies) {
        for (String property : System.getProperties().stringPropertyNames()) {
            int dot = property.startsWith(START) ? property.indexOf('.', START.length()) : -1;
            String name = dot < 0 ? null : property.substring(START.length(), dot);
            if (name != null && !strategies.contains(name)) {
                String meant = nearest(name, strategies);
                if (meant != null && WARNED.add(property)) {
                    System.getLogger(MisspeltProperties.class.getName())
                            .log(
                                    Level.WARNING,
                                    "system property " + Shown.quoted(property)
                                            + " has no effect: there is no strategy " + Shown.quoted(name)
                                            + " on the class path; is \"" + meant + "\" meant?");
                }
            }
        }
    }

    private static @Nullable String nearest(String name, Set<String> strategies) {
        String nearest = null;
        int least = MOST_EDITS + 1;
        for (String strategy : strategies) {
            int edits = Math.abs(name.length() - strategy.length()) > MOST_EDITS ? least : edits(name, strategy);
            if (edits < least) {
                least = edits;
                nearest = strategy;
            }
        }
        return nearest;
    }

    /** Levenshtein's distance: how many characters were left out, put in or replaced. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
