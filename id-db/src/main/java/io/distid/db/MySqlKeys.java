package io.distid.db;

import io.distid.spi.ConfigKey;
import java.time.Duration;

/** The keys that everything on MySQL shares. */
final class MySqlKeys {
    static final String NAME_PATTERN = "[A-Za-z0-9._-]{1,64}";
    private static final String ONE_URL = "jdbc:mysql://[^\\s]+";

    static final ConfigKey URL =
            ConfigKey.matching("url", ONE_URL, null, "where the database is, such as jdbc:mysql://host:3306/database");
    static final ConfigKey URLS = ConfigKey.matching(
            "url", ONE_URL + "( " + ONE_URL + ")*", null, "where the database is; several, separated by a space");
    static final ConfigKey USER = ConfigKey.text("user", null, "the database user, if the url does not name one");
    static final ConfigKey PASSWORD = ConfigKey.secret("password", "the user's password");
    static final ConfigKey TIMEOUT = ConfigKey.duration(
            "timeout",
            Duration.ofMillis(250),
            Duration.ofMinutes(1),
            "2s",
            "how long to wait for a connection, and for each answer");
    static final ConfigKey CREATE_TABLE =
            ConfigKey.flag("create-table", false, "create the table if there is none; needs the CREATE privilege");
    static final ConfigKey RETRIES = ConfigKey.integer(
            "retries", 0, 1_000, 10L, "how often a statement is repeated after a deadlock, within the time-out");

    private MySqlKeys() {}

    static ConfigKey table(String defaultName) {
        return ConfigKey.matching(
                "table",
                "[A-Za-z0-9_$]{1,64}(\\.[A-Za-z0-9_$]{1,64})?",
                defaultName,
                "the table, with or without its database");
    }

    static ConfigKey poolSize(long defaultSize) {
        return ConfigKey.integer("pool-size", 1, 64, defaultSize, "the most connections to open, of a pool of its own");
    }
}
