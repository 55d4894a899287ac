package io.distid.jdbc;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The keys that all strategies and stores on SQL share. */
public final class JdbcKeys {
    /** As long as a tag of Leaf, without characters that a statement would have to quote. */
    private static final String TAG_PATTERN = "[A-Za-z0-9._-]{1,128}";

    public static final ConfigKey USER =
            ConfigKey.text("user", null, "the database user, if the url does not name one");
    public static final ConfigKey PASSWORD = ConfigKey.secret("password", "the user's password");
    public static final ConfigKey DATA_SOURCE = ConfigKey.text(
            "data-source",
            null,
            "the name of a DataSource that the application shares, in place of url, user and a pool of its own");
    /** Key {@code timeout}: at least 250 ms, the shortest wait of the pool for a connection. */
    public static final ConfigKey TIMEOUT = ConfigKey.duration(
            "timeout",
            Duration.ofMillis(250),
            Duration.ofMinutes(1),
            "2s",
            "how long to wait for a connection, and for each answer");

    /** The key that names a table. */
    public static final String TABLE = "table";

    public static final ConfigKey CREATE =
            ConfigKey.flag("create", false, "create the table if there is none; needs the CREATE privilege");
    public static final ConfigKey RETRIES = ConfigKey.integer(
            "retries", 0, 1_000, 10L, "how often a statement is repeated after a deadlock, within the time-out");

    private JdbcKeys() {}

    /** Returns the keys of a user of one or more databases: its address, and others. */
    public static List<ConfigKey> with(ConfigKey address, ConfigKey... others) {
        return Stream.concat(Stream.of(address, USER, PASSWORD, DATA_SOURCE), Stream.of(others))
                .toList();
    }

    /** The one database that the settings name; for a data source, its name. */
    public static String url(IdConfig config) {
        return config.has(DATA_SOURCE.name()) ? urls(config)[0] : config.text("url");
    }

    /** As {@link #url}, for settings that may have several addresses. */
    public static String[] urls(IdConfig config) {
        if (!config.has(DATA_SOURCE.name())) {
            return config.text("url").split(" +");
        }
        if (config.has("url")) {
            throw config.invalid("url", besides(config));
        }
        return new String[] {dataSource(config)};
    }

    /** The named data source, for messages. */
    public static String dataSource(IdConfig config) {
        return "data source \"" + config.text(DATA_SOURCE.name()) + "\"";
    }

    /** The addresses, for callers that open their own connections to each. */
    public static String[] namedUrls(IdConfig config) {
        if (config.has(DATA_SOURCE.name())) {
            throw config.invalid(DATA_SOURCE.name(), "left out here: the servers are named by url");
        }
        return urls(config);
    }

    /** Says what is allowed for the keys of a database's address, if a data source is named. */
    public static String besides(IdConfig config) {
        return "left out where key \"" + config.fullName(DATA_SOURCE.name())
                + "\" is set, which leads to its database and logs in by itself";
    }

    public static ConfigKey tag(String help) {
        return ConfigKey.matching(
                "tag", TAG_PATTERN, "1 to 128 ASCII letters, digits, dots, underscores or hyphens", "distid", help);
    }

    /** A key that names a column. */
    public static ConfigKey column(String name, String defaultName, String help) {
        return ConfigKey.matching(
                name,
                "[A-Za-z_][A-Za-z0-9_]{0,63}",
                "1 to 64 ASCII letters, digits or _, but no digit first",
                defaultName,
                help);
    }

    public static ConfigKey poolSize(long defaultSize) {
        return ConfigKey.integer("pool-size", 1, 1_000, defaultSize, "the most connections that are used at a time");
    }
}
