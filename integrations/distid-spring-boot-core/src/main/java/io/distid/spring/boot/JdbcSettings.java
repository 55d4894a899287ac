package io.distid.spring.boot;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The application's database in the keys of id-db and id-postgresql, for {@link ConnectionDefaults}. Stateless: safe for use by any number of threads. */
public final class JdbcSettings {
    private JdbcSettings() {}

    /**
     * Translates Boot's connection details.
     *
     * @param url a JDBC URL
     * @param user or null
     * @param password or null
     * @return the settings
     */
    public static Map<String, String> of(String url, @Nullable String user, @Nullable String password) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("url", url);
        if (user != null && !user.isEmpty()) {
            settings.put("user", user);
        }
        if (password != null && !password.isEmpty()) {
            settings.put("password", password);
        }
        return settings;
    }

    /** Names the driver and the kind of a URL, such as {@code org.h2.Driver (jdbc:h2:)}. The rest may hold a password. */
    static String driver(String url) {
        int end = url.indexOf(':', "jdbc:".length());
        String kind = end < 0 ? "a URL that does not begin with jdbc:" : url.substring(0, end + 1);
        try {
            return DriverManager.getDriver(url).getClass().getName() + " (" + kind + ")";
        } catch (SQLException e) {
            return kind;
        }
    }
}
