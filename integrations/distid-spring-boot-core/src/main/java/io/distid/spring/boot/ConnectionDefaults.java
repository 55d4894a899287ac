package io.distid.spring.boot;

import java.util.Map;
import java.util.function.Supplier;

/**
 * The address of a store of the application, in the keys of distid's backends. A generator uses it if its backend takes
 * such an address and none is set. The starters make it from Boot's connection details. Safe for use by any number of
 * threads.
 */
public interface ConnectionDefaults {

    /**
     * How an address of this store begins, such as {@code jdbc:} or {@code redis:}.
     *
     * @return the scheme, with its colon
     */
    String scheme();

    /**
     * The settings, such as {@code url}, {@code user} and {@code password}. Called only if a generator needs them.
     *
     * @return the settings that have a value
     * @throws io.distid.ConfigException if settings cannot express the application's connection
     */
    Map<String, String> settings();

    /**
     * Makes defaults whose settings are read when they are needed.
     *
     * @param scheme as {@link #scheme()}
     * @param settings as {@link #settings()}
     * @return both
     */
    static ConnectionDefaults of(String scheme, Supplier<Map<String, String>> settings) {
        return new ConnectionDefaults() {
            @Override
            public String scheme() {
                return scheme;
            }

            @Override
            public Map<String, String> settings() {
                return settings.get();
            }
        };
    }
}
