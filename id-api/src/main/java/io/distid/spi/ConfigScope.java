package io.distid.spi;

import java.util.Locale;

/**
 * Where to find settings that the caller did not pass. For example, {@code distid.snowflake.worker.url} is key {@code url} with the prefix {@code
 * worker.} of strategy {@code snowflake}.
 *
 * @param start the beginning of the system properties, such as {@code distid.snowflake.}
 * @param prefix the prefix of the keys within, such as {@code worker.}; empty for a strategy's own keys
 */
record ConfigScope(String start, String prefix) {

    /** A port that is opened by itself has the name of its backend, which other ports share. So its properties have one more level. */
    static ConfigScope of(Provider provider) {
        String level = provider.level();
        return new ConfigScope("distid." + (level.isEmpty() ? "" : level + ".") + provider.name() + ".", "");
    }

    ConfigScope nested(String key) {
        return new ConfigScope(start, prefix + key + ".");
    }

    /** The key's name for the caller and in messages. */
    String key(String name) {
        return prefix + name;
    }

    String property(String name) {
        return start + key(name);
    }

    String variable(String name) {
        return property(name).replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
