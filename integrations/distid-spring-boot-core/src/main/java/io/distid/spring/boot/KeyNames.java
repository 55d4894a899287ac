package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * The keys of a generator as the application writes them, to translate messages of the SPI. Immutable.
 *
 * @param settings the prefix of the generator's properties, with the dot
 * @param properties the application's properties by the SPI's keys
 */
record KeyNames(String settings, Map<String, String> properties) {
    private static final Pattern UNKNOWN = Pattern.compile("(?<=unknown key \")[a-z0-9.-]+(?=\")");
    private static final Pattern QUOTED = Pattern.compile("(?<=key \"|keys \"|\" and \")[a-z0-9.-]+(?=\")");
    private static final Pattern ASSIGNED = Pattern.compile("(?<![\\w.=/-])[a-z][a-z0-9.-]*(?==true\\b)");
    /** The key of the address, where a message asks to check it. */
    private static final Pattern ADDRESS =
            Pattern.compile("(?<=(?:and|check|does|is|it in) key \")([a-z0-9.-]*)data-source(?=\")");
    /** The name under which a data source is lent: the bean's name and a number. */
    private static final Pattern LENT = Pattern.compile("(data source \"[^\"]*)-\\d+\"");
    /** The other places where the SPI looks. An application with Spring does not need them. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("; pass it, or set system property \\S+ or environment [A-Z0-9_]+");

    private static final String APPLICATIONS = "spring.";

    /** The keys that backends take from the application, and its properties for them. */
    private static final List<Map<String, String>> APPLICATION = List.of(
            Map.of(
                    "url", "spring.datasource.url",
                    "user", "spring.datasource.username",
                    "password", "spring.datasource.password"),
            Map.of(
                    "url", "spring.data.redis.url",
                    "user", "spring.data.redis.username",
                    "password", "spring.data.redis.password"));

    /** The keys of locks or tokens. */
    static KeyNames of(CoordinationKind kind, @Nullable Environment environment) {
        String settings = kind.settings() + ".";
        if (environment == null) {
            return new KeyNames(settings, Map.of());
        }
        try {
            DistidProperties all = DistidProperties.of(environment);
            return new KeyNames(settings, properties(settings, kind.scope(all), kind.written(all), environment));
        } catch (ConfigException e) {
            return new KeyNames(settings, Map.of());
        }
    }

    /** The keys of a generator; empty if there is no generator or it has no strategy. */
    static KeyNames of(@Nullable String generator, @Nullable Environment environment) {
        if (generator == null || environment == null) {
            return new KeyNames("", Map.of());
        }
        String settings = GeneratorNames.settings(generator) + ".";
        try {
            DistidProperties all = DistidProperties.of(environment);
            return new KeyNames(
                    settings,
                    properties(
                            settings,
                            ProviderScope.of(all.strategy(generator)),
                            all.generators().getOrDefault(generator, Map.of()),
                            environment));
        } catch (ConfigException e) {
            return new KeyNames(settings, Map.of());
        }
    }

    private static Map<String, String> properties(
            String settings, ProviderScope own, Map<String, String> written, Environment environment) {
        Map<String, String> properties = new TreeMap<>();
        Map<String, Integer> scopesWith = new HashMap<>();
        List<ProviderScope> scopes = GeneratorSettings.scopes(own, written);
        for (ProviderScope scope : scopes) {
            for (ConfigKey key : scope.keys()) {
                String fullName = scope.fullName(key.name());
                properties.put(fullName, settings + fullName);
                scopesWith.merge(key.name(), 1, Integer::sum);
            }
            APPLICATION.stream()
                    .filter(each -> GeneratorSettings.isOfApplication(scope, each, own, written, environment))
                    .forEach(each -> each.forEach((key, property) -> properties.put(scope.fullName(key), property)));
        }
        // A backend does not know the key that names it, so it says only "create".
        for (ProviderScope scope : scopes) {
            for (ConfigKey key : scope.keys()) {
                if (scopesWith.getOrDefault(key.name(), 0) == 1) {
                    properties.putIfAbsent(key.name(), settings + scope.fullName(key.name()));
                }
            }
        }
        return properties;
    }

    /**
     * The application's property for a key. For a key that the SPI does not know, it is the property that was written.
     */
    String property(String key) {
        return properties.getOrDefault(key, settings + key);
    }

    /** Translates a message to the application's names. */
    String in(String message) {
        String address = ADDRESS.matcher(message).replaceAll(key -> Matcher.quoteReplacement(address(key)));
        String unknown = replace(UNKNOWN, address, this::property);
        String quoted = replace(QUOTED, unknown, key -> properties.getOrDefault(key, key));
        String assigned = replace(ASSIGNED, quoted, key -> properties.getOrDefault(key, key));
        String bean = LENT.matcher(assigned).replaceAll("$1\"");
        return ELSEWHERE.matcher(bean).replaceAll("");
    }

    /** The address of the application's data source is in another property; nobody sets this key. */
    private String address(MatchResult key) {
        String url = properties.getOrDefault(key.group(1) + "url", "");
        return url.startsWith(APPLICATIONS) ? url : key.group();
    }

    /** The application's settings that take the place of the generator's own, such as {@code spring.datasource.*}. */
    Optional<String> ofApplication() {
        return properties.values().stream()
                .filter(property -> property.startsWith(APPLICATIONS))
                .map(property -> property.substring(0, property.lastIndexOf('.')) + ".*")
                .findFirst();
    }

    private static String replace(Pattern pattern, String message, UnaryOperator<String> name) {
        return pattern.matcher(message).replaceAll(key -> Matcher.quoteReplacement(name.apply(key.group())));
    }
}
