package io.distid.internal;

import java.util.Collection;
import java.util.regex.Pattern;

/** How far a name is from one that was meant. Stateless: safe for use by any number of threads. */
public final class Spelling {
    /** Variables that Kubernetes sets for a service, such as DISTID_SNOWFLAKE_PORT_80_TCP_ADDR for a service named distid-snowflake. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private Spelling() {}

    /**
     * Whether Kubernetes makes such an environment variable, so that nobody misspelt it.
     *
     * @param end of its name, after what all of ours begin with
     */
    public static boolean isOfAService(String end) {
        return OF_A_SERVICE.matcher(end).matches();
    }

    /** The known name with the fewest edits; empty if none is known. */
    public static String nearest(String name, Collection<String> known) {
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
    public static int edits(String from, String to) {
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
