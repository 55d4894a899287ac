package io.distid.bench.jvm;

import io.distid.internal.Secrets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The passwords that this run of the lab was given: on its command line, by system properties and variables, and in the settings of what it
 * measures. What the lab prints of others' texts is without them. Safe for use by any number of threads.
 */
public final class LabSecrets {
    /** What the names of secret keys end in. */
    private static final List<String> SECRET = List.of("password", "auth", "secret", "token");

    private static final Set<String> VALUES = new LinkedHashSet<>();
    private static final Set<String> ADDRESSES = new LinkedHashSet<>();

    private LabSecrets() {}

    /** Tells of a command line. */
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

    /** A text without the secrets that are known by now; {@code text}: of a strategy, a peer, a library or a child JVM; fit to be printed. */
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
