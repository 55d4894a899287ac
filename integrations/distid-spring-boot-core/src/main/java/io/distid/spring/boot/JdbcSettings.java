package io.distid.spring.boot;

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
}
