package io.distid.spring.boot;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Explains why an application did not start. It shows distid's error message, which has no secret, what to do, and
 * where the setting was read from.
 */
final class IdFailureAnalyzer extends AbstractFailureAnalyzer<IdException> {
    private static final Pattern KEY = Pattern.compile("(?:key \"|unknown (?=strategy))([a-z0-9.-]+)\"?");
    private static final Pattern ALLOWED = Pattern.compile(": (must be|allowed are) (.*)", Pattern.DOTALL);

    /** The advice where something is missing that a first start creates: the key, and the statement for those who run it themselves. */
    private static final Pattern CREATE =
            Pattern.compile("; create (?:the table|it), or set (\\S+=true) for this: (.*)", Pattern.DOTALL);

    /** A pool of the application's that does not serve. A bean is lent by its name and a number. */
    private static final Pattern POOL = Pattern.compile(
            "key \"([a-z0-9.-]*)data-source\" is \"(.*?)(?:-\\d+)?\": must be a DataSource (.*)", Pattern.DOTALL);

    private final @Nullable Environment environment;

    IdFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable failure, IdException cause) {
        OpeningFailure.Found found = OpeningFailure.in(failure);
        if (found == null || found.kind() == null) {
            String generator = found == null ? generator(failure) : found.generator();
            return analysis(
                    generator == null ? "" : "Generator \"" + generator + "\" could not be opened: ",
                    generator == null ? null : settings(generator),
                    KeyNames.of(generator, environment),
                    found == null ? cause : found.error(),
                    cause);
        }
        String settings = found.kind().settings();
        return analysis(
                settings + " could not be opened: ",
                settings,
                KeyNames.of(found.kind(), environment),
                found.error(),
                cause);
    }

    /**
     * Analyzes one error.
     *
     * @param start the start of the description
     * @param settings the prefix of the settings, if known
     * @param names the names of keys
     * @param error the reason
     * @param outer the error around it, such as that of an entity
     */
    private FailureAnalysis analysis(
            String start, @Nullable String settings, KeyNames names, IdException error, IdException outer) {
        String written = String.valueOf(error.getMessage());
        String message = names.in(written);
        if (error instanceof BackendException) {
            return new FailureAnalysis(
                    start + message,
                    "Check that what it needs can be reached, and that "
                            + (settings == null
                                    ? "the settings are right."
                                    : names.ofApplication()
                                                    .map(each -> each + " and ")
                                                    .orElse("") + settings + ".* are right."),
                    outer);
        }
        if (!(error instanceof ConfigException)) {
            // The field of an entity, say, which no setting mends.
            return new FailureAnalysis(
                    start + message,
                    "Do what the description says" + (settings == null ? "." : ", or correct " + settings + ".*."),
                    outer);
        }
        Matcher pool = POOL.matcher(written);
        if (settings != null && pool.find() && origin(settings + "." + pool.group(1) + "data-source") == null) {
            // Nobody set that key. A test slice replaces the pool unasked.
            String key = settings + "." + pool.group(1);
            return new FailureAnalysis(
                    start + written.substring(0, pool.start()) + "the application's DataSource \"" + pool.group(2)
                            + "\" must be one " + pool.group(3) + ".",
                    "Name another database in " + key + "url, or another DataSource in " + key
                            + "data-source. In a test slice, which replaces the DataSource, set spring.test.database.replace=NONE,"
                            + " or take no store, as the starter's README has it for tests.",
                    outer);
        }
        Matcher create = CREATE.matcher(message);
        if (create.find()) {
            // The key that is named is right then, and there is another to set.
            return new FailureAnalysis(
                    start + message.substring(0, create.start()) + ".",
                    "For the first start set " + create.group(1) + ". Or create it yourself: " + create.group(2),
                    outer);
        }
        Matcher allowed = ALLOWED.matcher(message);
        String action = allowed.find() ? sentence(allowed.group(1), allowed.group(2)) : "";
        return new FailureAnalysis(
                start + (allowed.hitEnd() && !action.isEmpty() ? message.substring(0, allowed.start()) + "." : message),
                (place(settings, written, names) + action).strip(),
                outer);
    }

    private static String sentence(String verb, String allowed) {
        return verb.equals("must be") ? "It must be " + allowed + "." : "Allowed are " + allowed + ".";
    }

    /** The setting to correct, and where it was read from. */
    private String place(@Nullable String settings, String message, KeyNames names) {
        Matcher key = KEY.matcher(message);
        boolean isNamed = key.find();
        if (!isNamed || settings == null && !key.group(1).startsWith("distid.")) {
            return settings == null
                    ? "Correct the settings below " + DistidProperties.GENERATORS + ". "
                    : "Do what the description says, or correct " + settings + ".*. ";
        }
        String property = names.property(key.group(1));
        String origin = origin(property);
        return "Correct " + property + (origin == null ? "" : " (from " + origin + ")") + ". ";
    }

    private @Nullable String origin(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        if (environment != null) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                ConfigurationProperty found = source.getConfigurationProperty(name);
                if (found != null && found.getOrigin() != null) {
                    return found.getOrigin().toString();
                }
            }
        }
        return null;
    }

    private static String settings(String generator) {
        return GeneratorNames.settings(generator);
    }

    /** The name of the generator whose bean could not be made: the innermost of the causes. */
    static @Nullable String generator(Throwable failure) {
        String generator = null;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof BeanCreationException creation
                    && creation.getBeanName() != null
                    && creation.getBeanName().endsWith(GeneratorBeanRegistrar.SUFFIX)) {
                generator = GeneratorBeanRegistrar.generatorName(creation.getBeanName());
            }
        }
        return generator;
    }
}
