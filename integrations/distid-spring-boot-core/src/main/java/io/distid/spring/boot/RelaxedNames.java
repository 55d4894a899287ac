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
 * Names of generators that are one to Spring. It looks values up without regard to case, hyphens and underscores, but keeps each spelling as a key of a map: an environment
 * variable for {@code order-items}, whose name can have neither hyphens nor small letters, would make a second generator {@code orderitems}, with the settings and the
 * worker ids of the first.
 */
final class RelaxedNames {
    private RelaxedNames() {}

    /**
     * Takes what an environment variable makes of a name for that name.
     *
     * @param generators by name, as Spring has bound them
     * @param environment that they were bound from
     * @return without those that are another one in the spelling of an environment variable
     * @throws ConfigException if there are two spellings, neither of which is an environment variable's, or with settings that Spring keeps apart
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
        // As Spring looks them up, both have all that is set in either spelling; not so names in brackets.
        if (!isVariable || !generators.get(one).equals(generators.get(other))) {
            throw new ConfigException("generators \"" + one + "\" and \"" + other + "\" below "
                    + DistidProperties.GENERATORS
                    + " are one name to Spring, which ignores case, hyphens and underscores:"
                    + " write it alike in all places but environment variables, as "
                    + DistidProperties.GENERATORS + "." + (one.equals(relaxed) ? other : one) + ".*, and in those as "
                    + variable(relaxed));
        }
    }

    /** Whether the spelling of an environment variable is one in a file, too, where it is another name. */
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
