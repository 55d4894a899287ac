package io.distid.postgresql;

import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys that only PostgreSQL has. */
final class PostgreSqlKeys {
    private static final String HOST = "(?:[A-Za-z0-9._-]++|\\[[0-9A-Fa-f:.]++\\])(?::\\d{1,5})?+";
    private static final String ONE_URL = "jdbc:postgresql://" + HOST + "(?:," + HOST
            + ")*+/(?:[A-Za-z0-9_$.-]++|%[0-9A-Fa-f]{2})*+(\\?(?:[^\\s@#%]++|%[0-9A-Fa-f]{2})*+)?";
    private static final String FORM = "jdbc:postgresql://host[:port]/database[?options], with %40 for @ in an option";

    static final ConfigKey URL = ConfigKey.address(
            "url", ONE_URL, FORM, null, "where the database is, such as jdbc:postgresql://host:5432/database");
    static final ConfigKey URLS = ConfigKey.address(
            "url",
            ONE_URL + "( +" + ONE_URL + ")*",
            FORM + "; several are separated by spaces",
            null,
            "where the database is; several, separated by a space");

    private static final String PART = "(?:[A-Za-z_][A-Za-z0-9_$]{0,62}|\"[^\"\\p{Cntrl}?]{1,63}\")";
    private static final Pattern PARTS = Pattern.compile(PART);

    private PostgreSqlKeys() {}

    static ConfigKey table(String defaultName) {
        return name(JdbcKeys.TABLE, defaultName, "the table, with or without its schema");
    }

    /** A key that names a table or a sequence in SQL's spelling. */
    static ConfigKey name(String key, String defaultName, String help) {
        return ConfigKey.matching(
                key,
                PART + "(\\." + PART + ")?",
                "a name as in SQL, up to 63 characters, in double quotes if it has capitals or others than letters, digits, _ and $; or schema.name",
                defaultName,
                help);
    }

    /** Returns a name for a statement: in quotes, and in small letters if it had no quotes. */
    static String quoted(String name) {
        StringBuilder quoted = new StringBuilder();
        Matcher part = PARTS.matcher(name);
        while (part.find()) {
            String found = part.group();
            quoted.append(quoted.isEmpty() ? "" : ".")
                    .append(found.startsWith("\"") ? found : '"' + found.toLowerCase(Locale.ROOT) + '"');
        }
        return quoted.toString();
    }
}
