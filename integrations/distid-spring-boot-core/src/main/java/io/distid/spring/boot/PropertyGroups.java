package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.internal.Spelling;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The groups of the starters' properties. Spring itself ignores a misspelt one, such as {@code distid.generator}. Stateless. */
final class PropertyGroups {
    static final List<String> KNOWN = List.of("generators", "locks", "tokens", "own-pool", "mybatis");
    private static final ConfigurationPropertyName DISTID = ConfigurationPropertyName.of("distid");
    private static final int MOST_EDITS = 2;

    private PropertyGroups() {}

    /**
     * Refuses properties of a group that resembles one of ours.
     *
     * @throws ConfigException the message has the property, and how to write it
     */
    static void refuseMisspelt(Environment environment) {
        if (environment instanceof ConfigurableEnvironment) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                if (source instanceof IterableConfigurationPropertySource properties) {
                    String from = properties.getUnderlyingSource() instanceof PropertySource<?> underlying
                            ? underlying.getName()
                            : "";
                    properties.stream()
                            .filter(DISTID::isAncestorOf)
                            .forEach(property -> refuseMisspelt(property, from));
                }
            }
        }
    }

    private static void refuseMisspelt(ConfigurationPropertyName property, String source) {
        String group = property.getElement(1, Form.DASHED);
        String meant = Spelling.nearest(group, KNOWN);
        // In a short name two edits are another word.
        int most = Math.min(MOST_EDITS, group.length() / 3);
        if (!isKnown(property) && Spelling.edits(group, meant) <= most && !isOfOthers(property, source)) {
            String rest = property.toString()
                    .substring(DISTID.append(group).toString().length());
            throw new ConfigException("unknown key \"" + property + "\": must be " + DISTID.append(meant) + rest);
        }
    }

    private static boolean isKnown(ConfigurationPropertyName property) {
        return KNOWN.stream()
                .map(DISTID::append)
                .anyMatch(known -> known.equals(property) || known.isAncestorOf(property));
    }

    /** Locks that are opened without Spring read {@code distid.lock.mysql.url} there, and Kubernetes sets variables for services. */
    private static boolean isOfOthers(ConfigurationPropertyName property, String source) {
        boolean isVariable = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME.equals(source);
        if (!isVariable && !StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME.equals(source)) {
            return false;
        }
        String group = property.getElement(1, Form.UNIFORM);
        boolean isOfStore = (group.equals("lock") || group.equals("token")) && property.getNumberOfElements() > 3;
        // Spring reads PORT_80_TCP as port[80].tcp.
        String end = property.subName(2).toString().replaceAll("[.\\[]", "_").replace("]", "");
        return isOfStore || isVariable && Spelling.isOfAService(end.toUpperCase(Locale.ROOT));
    }
}
