package io.distid.bench.subject;

import io.distid.testservers.Database;
import java.util.Map;

/** Where this run's database is, as settings. Stateless: safe for use by any number of threads. */
public final class MySqlSettings {
    private MySqlSettings() {}

    /**
     * URL, user and password.
     *
     * @param servers where the servers are
     * @param prefix of each key, such as {@code store.}
     * @return keys and values
     */
    public static Map<String, String> of(Servers servers, String prefix) {
        Database database = servers.mySql();
        return Map.of(
                prefix + "url",
                database.url(),
                prefix + "user",
                database.user(),
                prefix + "password",
                database.password());
    }
}
