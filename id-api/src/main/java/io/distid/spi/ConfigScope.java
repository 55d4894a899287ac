package io.distid.spi;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
        return new ConfigScope("distid." + level(provider) + provider.name() + ".", "");
    }

    private static String level(Provider provider) {
        if (provider instanceof IdGeneratorProvider) {
            return ""; // Asked first, so that the other kinds are not loaded for it.
        }
        Port port = portOf(provider.getClass());
        return port == null ? "" : port.level() + ".";
    }

    /** Of a class, its superclasses, or what they implement; the annotation of an interface is not inherited. */
    private static @Nullable Port portOf(Class<?> type) {
        Port port = type.getAnnotation(Port.class);
        for (Class<?> each : type.getInterfaces()) {
            port = port != null ? port : portOf(each);
        }
        return port == null && type.getSuperclass() != null ? portOf(type.getSuperclass()) : port;
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
