package io.distid.spring.boot;

import java.util.Map;
import java.util.function.Supplier;

/**
 * Where a store of the application is, in the keys of distid's backends: used by each generator whose backend takes such an address and
 * whose own address is not set. Made by the starters, of the connection details that Boot has. Safe for use by any number of threads.
 */
public interface ConnectionDefaults {

    /**
     * How the addresses begin that a backend must take, such as {@code jdbc:} or {@code redis:}.
     *
     * @return the scheme, with its colon
     */
    String scheme();

    /**
     * The settings, such as {@code url}, {@code user} and {@code password}. Called only if a generator needs them.
     *
     * @return without the keys that have no value
     * @throws io.distid.ConfigException if the application's connection cannot be told in settings
     */
    Map<String, String> settings();

    /**
     * Defaults that are told when they are needed.
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
