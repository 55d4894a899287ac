package io.distid.spi;

import java.util.Locale;

/**
 * Where settings are found that the caller did not pass: {@code distid.snowflake.worker.url}, say, is key {@code url} with the
 * prefix {@code worker.} of strategy {@code snowflake}.
 *
 * @param start what the system properties begin with, such as {@code distid.snowflake.}
 * @param prefix of the keys within, such as {@code worker.}; empty for a strategy's own
 */
record ConfigScope(String start, String prefix) {

    /** A port opened by itself bears the name of its backend, as may things that are no strategy, so it has a level more. */
    static ConfigScope of(Provider provider) {
        String level = provider.level();
        return new ConfigScope("distid." + (level.isEmpty() ? "" : level + ".") + provider.name() + ".", "");
    }

    ConfigScope nested(String key) {
        return new ConfigScope(start, prefix + key + ".");
    }

    /** What the caller passes it as, and messages call it. */
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
