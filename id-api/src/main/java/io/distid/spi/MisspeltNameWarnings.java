package io.distid.spi;

import io.distid.internal.Spelling;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Warns of misspelt system properties and environment variables of a strategy. Examples are {@code distid.snowflak.worker} and {@code
 * DISTID_SNOWFLAKE_NAMESPAC}. A process warns of each name once. Nothing is refused, since other software may use such names, too. Values are never
 * shown. Safe for use by any number of threads.
 */
final class MisspeltNameWarnings {
    /** The beginning of distid's system properties. */
    static final String START = "distid.";

    private static final int MOST_EDITS = 2;

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private MisspeltNameWarnings() {}

    /** Warns of properties of an unknown strategy whose name resembles a known one. */
    static void warnOfProperties(Set<String> strategies) {
        for (String property : System.getProperties().stringPropertyNames()) {
            int dot = property.startsWith(START) ? property.indexOf('.', START.length()) : -1;
            String name = dot < 0 ? null : property.substring(START.length(), dot);
            if (name != null && !name.isEmpty() && !strategies.contains(name) && !strategies.isEmpty()) {
                String meant = Spelling.nearest(name, strategies);
                if (Spelling.edits(name, meant) <= MOST_EDITS) {
                    warn(
                            property,
                            "system property " + Shown.quoted(property) + " has no effect: there is no strategy "
                                    + Shown.quoted(name) + " on the class path; did you mean \"" + meant + "\"?");
                }
            }
        }
    }

    /**
     * Warns of a variable that belongs to no key of an opened provider.
     *
     * @param start the beginning of all variables of these keys
     * @param keys the variables that have an effect, at least one
     */
    static void warnOfVariable(String variable, String start, Collection<String> keys) {
        String meant = Spelling.nearest(variable, keys);
        boolean ofAService = Spelling.isOfAService(variable.substring(start.length()));
        if (!ofAService || Spelling.edits(variable, meant) <= MOST_EDITS) {
            warn(
                    variable,
                    "environment variable " + Shown.quoted(variable) + " has no effect: no key of " + start
                            + "* has that name; the nearest is " + meant);
        }
    }

    private static void warn(String name, String message) {
        if (WARNED.add(name)) {
            System.getLogger(MisspeltNameWarnings.class.getName()).log(Level.WARNING, message);
        }
    }
}
