package io.distid.bench.jvm;

import io.distid.internal.Secrets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The passwords that this run of the lab was given. They come from the command line, system properties, environment
 * variables and the settings of subjects. The lab removes them from foreign texts before it prints them. Safe for use
 * by any number of threads.
 */
public final class LabSecrets {
    /** The endings of the names of secret keys. */
    private static final List<String> SECRET = List.of("password", "auth", "secret", "token");

    private static final Set<String> VALUES = new LinkedHashSet<>();
    private static final Set<String> ADDRESSES = new LinkedHashSet<>();

    private LabSecrets() {}

    /** Collects the secrets of a command line. */
    public static void know(String... args) {
        for (String arg : args) {
            int equals = arg.indexOf('=');
            int url = arg.indexOf("://");
            boolean named = equals >= 0 && (url < 0 || equals < url);
            know(named ? arg.substring(0, equals) : "", named ? arg.substring(equals + 1) : arg);
        }
    }

    /** Tells of settings. */
    public static void know(Map<String, String> settings) {
        settings.forEach(LabSecrets::know);
    }

    private static synchronized void know(String name, String value) {
        if (SECRET.stream().anyMatch(name.toLowerCase(Locale.ROOT)::endsWith)) {
            VALUES.add(value);
        } else if (value.contains("://")) {
            ADDRESSES.add(value);
        }
    }

    /**
     * Removes the secrets known so far from a text. The result can be printed; {@code text}: from a strategy, a peer, a
     * library or a child JVM.
     */
    public static String hide(@Nullable String text) {
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("DISTID_")) {
                know(name, value);
            }
        });
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("distid.")) {
                know(name, System.getProperty(name, ""));
            }
        }
        synchronized (LabSecrets.class) {
            return Secrets.of(VALUES, ADDRESSES).hide(text);
        }
    }
}
