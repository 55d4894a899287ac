package io.distid.spring.boot;

import io.distid.ConfigException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Merges names of generators that are the same to Spring. Spring looks values up without regard to case, hyphens and
 * underscores, but keeps each spelling as a key of a map. An environment variable's name can have neither hyphens nor
 * small letters. So a variable for {@code order-items} would make a second generator, {@code orderitems}. It would have
 * the settings and the worker ids of the first.
 */
final class RelaxedNames {
    private RelaxedNames() {}

    /**
     * Replaces the spelling of an environment variable by the name that is meant.
     *
     * @param generators the generators by name, as Spring has bound them
     * @param environment the source of their settings
     * @return the generators without second spellings by environment variables
     * @throws ConfigException if there are two spellings that an environment variable does not explain, or Spring keeps
     *     their settings apart
     */
    static Map<String, Map<String, String>> merged(
            Map<String, Map<String, String>> generators, Environment environment) {
        Map<String, String> spellings = new TreeMap<>();
        for (String name : generators.keySet()) {
            String relaxed = ProviderScope.relaxed(name);
            String other = spellings.putIfAbsent(relaxed, name);
            if (other != null) {
                requireOne(relaxed, other, name, generators, environment);
                spellings.put(relaxed, other.equals(relaxed) ? name : other);
            }
        }
        Map<String, Map<String, String>> merged = new TreeMap<>();
        spellings.values().forEach(name -> merged.put(name, generators.get(name)));
        return merged;
    }

    private static void requireOne(
            String relaxed,
            String one,
            String other,
            Map<String, Map<String, String>> generators,
            Environment environment) {
        boolean isVariable = (one.equals(relaxed) || other.equals(relaxed)) && !isWritten(relaxed, environment);
        // Spring gives both spellings all settings of either, unless the names are in brackets.
        if (!isVariable || !generators.get(one).equals(generators.get(other))) {
            throw new ConfigException("generators \"" + one + "\" and \"" + other + "\" below "
                    + DistidProperties.GENERATORS
                    + " are one name to Spring, which ignores case, hyphens and underscores:"
                    + " write it the same everywhere but in environment variables, as "
                    + DistidProperties.GENERATORS + "." + (one.equals(relaxed) ? other : one) + ".*, and in those as "
                    + variable(relaxed));
        }
    }

    /** Whether a file has this spelling, too: then it is a name of its own. */
    private static boolean isWritten(String relaxed, Environment environment) {
        String prefix = DistidProperties.GENERATORS + "." + relaxed + ".";
        return environment instanceof ConfigurableEnvironment sources
                && sources.getPropertySources().stream()
                        .filter(source -> !(source instanceof SystemEnvironmentPropertySource))
                        .filter(EnumerablePropertySource.class::isInstance)
                        .flatMap(source -> Stream.of(((EnumerablePropertySource<?>) source).getPropertyNames()))
                        .anyMatch(name -> name.startsWith(prefix));
    }

    private static String variable(String relaxed) {
        return (DistidProperties.GENERATORS.replace('.', '_') + "_" + relaxed).toUpperCase(Locale.ROOT) + "_*";
    }
}
