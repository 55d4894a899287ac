package io.distid.spring.boot;

import io.distid.ConfigException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The names of generators. A name becomes part of a bean's name, a qualifier, a health component, a path of the
 * endpoint and a meter's tag. Each of these refuses some characters or gives them another meaning.
 */
final class GeneratorNames {
    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{M}\\p{N}._-]+(?: [\\p{L}\\p{M}\\p{N}._-]+)*");
    private static final String FORM = "letters, digits, dots, underscores or hyphens, with single spaces between";
    /** The characters that Spring keeps in a name without brackets. */
    private static final Pattern WITHOUT_BRACKETS = Pattern.compile("[A-Za-z0-9_-]+");

    private static final ConfigurationPropertyName GENERATORS =
            ConfigurationPropertyName.of(DistidProperties.GENERATORS);

    private GeneratorNames() {}

    /**
     * Refuses names that are not allowed.
     *
     * @throws ConfigException the message has the name, where it was set and what is allowed
     */
    static void require(Set<String> names, Environment environment) {
        for (String name : names) {
            if (!ALLOWED.matcher(name).matches()) {
                throw refused(name, origin(name, environment));
            }
        }
    }

    /** The prefix of a generator's settings. */
    static String settings(String name) {
        return DistidProperties.GENERATORS + (WITHOUT_BRACKETS.matcher(name).matches() ? "." + name : "[" + name + "]");
    }

    private static ConfigException refused(String name, @Nullable String origin) {
        return new ConfigException("the name of generator \"" + name + "\" below " + DistidProperties.GENERATORS
                + (origin == null ? "" : " (from " + origin + ")") + " cannot be that of a bean, a component of health"
                + " and a part of a path: must be " + FORM);
    }

    /**
     * Refuses names that Spring changes by leaving characters out. {@code distid.generators.order items} would become
     * generator {@code orderitems}; a name in another alphabet would vanish.
     *
     * @throws ConfigException the message has the property, and how to write it
     */
    static void refuseChanged(Environment environment) {
        if (!(environment instanceof ConfigurableEnvironment sources)) {
            return;
        }
        String prefix = DistidProperties.GENERATORS + ".";
        List<String> written = sources.getPropertySources().stream()
                .filter(source -> !(source instanceof SystemEnvironmentPropertySource))
                .filter(EnumerablePropertySource.class::isInstance)
                .flatMap(source -> Stream.of(((EnumerablePropertySource<?>) source).getPropertyNames()))
                .filter(property -> property.startsWith(prefix))
                .toList();
        for (String property : written) {
            String name = property.substring(prefix.length()).split("[.\\[]", 2)[0];
            if (!WITHOUT_BRACKETS.matcher(name).matches()) {
                if (!ALLOWED.matcher(name).matches()) {
                    throw refused(name, "property \"" + property + "\"");
                }
                throw new ConfigException("the name of generator \"" + name + "\" in property \"" + property
                        + "\" is changed by Spring, which keeps the letters a to z, digits, underscores and hyphens alone: must be"
                        + " in brackets, as " + settings(name) + ".* (in YAML a key \"[" + name + "]\", in quotes)");
            }
        }
    }

    private static @Nullable String origin(String generator, Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource properties) {
                String origin = properties.stream()
                        .filter(name -> GENERATORS.isAncestorOf(name)
                                && name.getElement(GENERATORS.getNumberOfElements(), Form.ORIGINAL)
                                        .equals(generator))
                        .map(name -> origin(source, name))
                        .findFirst()
                        .orElse(null);
                if (origin != null) {
                    return origin;
                }
            }
        }
        return null;
    }

    private static String origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        return property == null || property.getOrigin() == null
                ? "property \"" + name + "\""
                : property.getOrigin().toString();
    }
}
