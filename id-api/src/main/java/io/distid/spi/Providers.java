package io.distid.spi;

import io.distid.ConfigException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Finds providers by {@link ServiceLoader}: all of them coexist, and no two may share a name. */
public final class Providers {
    private static final System.Logger LOG = System.getLogger(Providers.class.getName());
    private static final int MOST_BROKEN = 100;

    private Providers() {}

    /**
     * The provider of that name.
     *
     * @param kind which kind of provider
     * @param name its name
     * @param <P> which kind of provider
     * @return the one provider of that name
     * @throws ConfigException if there is none (the message lists those found, and those that could not be loaded), or if two
     *     have one name (the message names both classes)
     */
    public static <P extends Provider> P find(Class<P> kind, String name) {
        Objects.requireNonNull(name, "name");
        List<Throwable> broken = new ArrayList<>();
        Map<String, P> found = load(kind, broken);
        P provider = found.get(name);
        if (provider != null) {
            broken.forEach(error -> LOG.log(Level.WARNING, "passed over: " + error.getMessage()));
            return provider;
        }
        StringBuilder message = new StringBuilder("unknown ")
                .append(what(kind))
                .append(" \"")
                .append(name)
                .append("\": on the class path are ")
                .append(found.isEmpty() ? "none" : String.join(", ", found.keySet()));
        broken.stream()
                .map(Throwable::getMessage)
                .distinct()
                .forEach(reason -> message.append("; could not be loaded: ").append(reason));
        ConfigException unknown = new ConfigException(message.toString());
        broken.forEach(unknown::addSuppressed);
        throw unknown;
    }

    /**
     * All providers of a kind. One that cannot be loaded is logged and passed over.
     *
     * @param kind which kind of provider
     * @param <P> which kind of provider
     * @return the providers, sorted by name
     * @throws ConfigException if two have one name; the message names both classes
     */
    public static <P extends Provider> List<P> all(Class<P> kind) {
        List<Throwable> broken = new ArrayList<>();
        Map<String, P> found = load(kind, broken);
        broken.forEach(error -> LOG.log(Level.WARNING, "passed over: " + error.getMessage()));
        return List.copyOf(found.values());
    }

    private static <P extends Provider> Map<String, P> load(Class<P> kind, List<Throwable> broken) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : Providers.class.getClassLoader();
        Map<String, P> found = new TreeMap<>();
        var candidates = ServiceLoader.load(kind, loader).stream().iterator();
        // A class loader that cannot list its resources fails again at each step: that is an end too.
        while (broken.size() < MOST_BROKEN) {
            P provider;
            String name;
            try {
                if (!candidates.hasNext()) {
                    return found;
                }
                provider = candidates.next().get();
                name = nameOf(provider);
            } catch (ServiceConfigurationError | LinkageError | IllegalStateException e) {
                broken.add(e);
                continue;
            }
            P other = found.putIfAbsent(name, provider);
            if (other != null) {
                throw new ConfigException("two providers of " + what(kind) + " \"" + name + "\": " + where(other)
                        + " and " + where(provider) + "; take one of them off the class path");
            }
        }
        return found;
    }

    private static String nameOf(Provider provider) {
        try {
            return Objects.requireNonNull(provider.name(), "name");
        } catch (RuntimeException e) {
            throw new IllegalStateException("provider " + where(provider) + " does not tell its name: " + e, e);
        }
    }

    private static String where(Provider provider) {
        var source = provider.getClass().getProtectionDomain().getCodeSource();
        return provider.getClass().getName() + (source == null ? "" : " in " + source.getLocation());
    }

    private static String what(Class<?> kind) {
        if (kind == IdGeneratorProvider.class) {
            return "strategy";
        }
        return kind == WorkerIdsProvider.class ? "source of worker ids" : "segment store";
    }
}
