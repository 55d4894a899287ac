package io.distid.db;

import io.distid.jdbc.JdbcKeys;
import io.distid.spi.ConfigKey;

/** The keys that only MySQL has. */
final class MySqlKeys {
    /*
     * The driver reads more forms, such as (host=a,password=b), but only the driver's own parser could find the secrets in them. The pattern is
     * possessive, since the matcher takes a stack frame for each step that it may have to undo.
     */
    private static final String HOST = "(?:[A-Za-z0-9._-]++|\\[[0-9A-Fa-f:.]++\\])(?::\\d{1,5})?+";

    private static final String ONE_URL = "jdbc:mysql://((?:[^\\s@/?#%]++|%[0-9A-Fa-f]{2})*+@)?" + HOST + "(?:," + HOST
            + ")*+(/[A-Za-z0-9_$.-]*+)?"
            + "(\\?(?:[^\\s@#%]++|%[0-9A-Fa-f]{2})*+)?";
    private static final String FORM =
            "jdbc:mysql://[user:password@]host[:port][/database][?options], with %40 for @ in a password";

    static final ConfigKey URL = ConfigKey.address(
            "url", ONE_URL, FORM, null, "where the database is, such as jdbc:mysql://host:3306/database");
    static final ConfigKey URLS = ConfigKey.address(
            "url",
            ONE_URL + "( +" + ONE_URL + ")*",
            FORM + "; several are separated by spaces",
            null,
            "where the database is; several, separated by a space");

    private MySqlKeys() {}

    static ConfigKey table(String defaultName) {
        return table(JdbcKeys.TABLE, defaultName, "the table, with or without its database");
    }

    static ConfigKey table(String key, String defaultName, String help) {
        return ConfigKey.matching(
                key,
                "[A-Za-z0-9_$]{1,64}(\\.[A-Za-z0-9_$]{1,64})?",
                "1 to 64 ASCII letters, digits, _ or $, or two such names with a dot between",
                defaultName,
                help);
    }
}
