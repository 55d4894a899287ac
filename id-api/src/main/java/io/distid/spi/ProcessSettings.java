package io.distid.spi;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings in the system properties and the environment of this process, for tools that pass settings of their own. Passed settings come before
 * both, so a tool checks here to avoid overriding the operator. Stateless: safe for use by any number of threads.
 */
public final class ProcessSettings {
    private ProcessSettings() {}

    /**
     * The keys that are set.
     *
     * @param provider whose keys
     * @param keys full names, such as {@code worker.id}
     * @return each key with a system property, or else an environment variable, and its value; the value may be a secret
     */
    public static Map<String, String> of(Provider provider, Collection<String> keys) {
        return of(provider, keys, System::getenv);
    }

    /** The same with another environment, for tests. */
    static Map<String, String> of(
            Provider provider, Collection<String> keys, Function<String, @Nullable String> environment) {
        ConfigScope scope = ConfigScope.of(provider);
        Map<String, String> found = new TreeMap<>();
        for (String key : keys) {
            String value = System.getProperty(scope.property(key));
            value = value == null ? environment.apply(scope.variable(key)) : value;
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }
}
