package io.distid.spi;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Warns of misspelt system properties and environment variables of a strategy. Examples are {@code distid.snowflak.worker} and {@code
 * DISTID_SNOWFLAKE_NAMESPAC}. A process warns of each name once. Nothing is refused, since other software may use such names, too. Values are never
 * shown. Safe for use by any number of threads.
 */
final class MisspeltNames {
    /** The beginning of distid's system properties. */
    static final String START = "distid.";

    private static final int MOST_EDITS = 2;

    /** Variables that Kubernetes sets for a service, such as DISTID_SNOWFLAKE_PORT_80_TCP_ADDR for a service named distid-snowflake. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private MisspeltNames() {}

    /** Warns of properties of an unknown strategy whose name resembles a known one. */
    static void warnOfProperties(Set<String> strategies) {
        for (String property : System.getProperties().stringPropertyNames()) {
            int dot = property.startsWith(START) ? property.indexOf('.', START.length()) : -1;
            String name = dot < 0 ? null : property.substring(START.length(), dot);
            if (name != null && !name.isEmpty() && !strategies.contains(name) && !strategies.isEmpty()) {
                String meant = nearest(name, strategies);
                if (edits(name, meant) <= MOST_EDITS) {
                    warn(
                            property,
                            "system property " + Shown.quoted(property) + " has no effect: there is no strategy "
                                    + Shown.quoted(name) + " on the class path; is \"" + meant + "\" meant?");
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
        String meant = nearest(variable, keys);
        boolean ofAService =
                OF_A_SERVICE.matcher(variable.substring(start.length())).matches();
        if (!ofAService || edits(variable, meant) <= MOST_EDITS) {
            warn(
                    variable,
                    "environment variable " + Shown.quoted(variable) + " has no effect: no key of " + start
                            + "* has that name; the nearest is " + meant);
        }
    }

    private static void warn(String name, String message) {
        if (WARNED.add(name)) {
            System.getLogger(MisspeltNames.class.getName()).log(Level.WARNING, message);
        }
    }

    private static String nearest(String name, Collection<String> known) {
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String each : known) {
            int edits = edits(name, each);
            if (edits < least) {
                least = edits;
                nearest = each;
            }
        }
        return nearest;
    }

    /** Levenshtein's distance: how many characters were left out, inserted or replaced. */
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
