package io.distid.spi;

import io.distid.ConfigException;
import io.distid.internal.Port;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds providers by {@link ServiceLoader}: all of them coexist, and no two may share a name.
 *
 * <p>The thread's context class loader is asked first, then the loader of distid's own classes, since threads of the common pool have another context
 * loader. The loaders of the callers' classes come last, for names that neither finds. Stateless: safe for use by any number of threads.
 */
public final class Providers {
    private static final int MOST_BROKEN = 100;

    private Providers() {}

    /**
     * The provider of that name.
     *
     * @param name its name
     * @return the one provider of that name
     * @throws ConfigException if there is none; the message lists the providers found and those that could not be loaded. Also if two have one name;
     *     the message names both classes.
     */
    public static <P extends Provider> P find(Class<P> kind, String name) {
        Objects.requireNonNull(name, "name");
        List<Throwable> broken = new ArrayList<>();
        Map<String, P> found = load(kind, broken);
        P provider = found(kind, name, found, broken);
        if (provider != null) {
            warn(broken);
            if (kind == IdGeneratorProvider.class && hasProperties()) {
                MisspeltNameWarnings.warnOfProperties(found.keySet());
            }
            return provider;
        }
        throw suppressing(
                broken,
                new ConfigException("unknown " + what(kind) + " " + Shown.quoted(name) + ": on the class path are "
                        + names(found, broken) + KnownProviders.advice(kind, name)));
    }

    /**
     * The provider that a key names.
     *
     * @param config has the key
     * @return the one provider of that name
     * @throws ConfigException if there is none (the message names the key, its value and the providers found), or if two have one name
     */
    public static <P extends Provider> P find(Class<P> kind, IdConfig config, String key) {
        List<Throwable> broken = new ArrayList<>();
        Map<String, P> found = load(kind, broken);
        String name = config.text(key);
        P provider = found(kind, name, found, broken);
        if (provider != null) {
            warn(broken);
            return provider;
        }
        throw suppressing(
                broken,
                config.invalid(
                        key,
                        "the name of a " + what(kind) + "; on the class path are " + names(found, broken)
                                + KnownProviders.advice(kind, name)));
    }

    /** Whether there are properties that might be misspelt. Most processes have none, and need not load the class that looks for them. */
    private static boolean hasProperties() {
        for (String property : System.getProperties().stringPropertyNames()) {
            if (property.startsWith(MisspeltNameWarnings.START)) {
                return true;
            }
        }
        return false;
    }

    private static String names(Map<String, ?> found, List<Throwable> broken) {
        StringBuilder names = new StringBuilder(found.isEmpty() ? "none" : String.join(", ", found.keySet()));
        for (Throwable error : broken) {
            String reason = "; could not be loaded: " + error.getMessage();
            if (names.indexOf(reason) < 0) {
                names.append(reason);
            }
        }
        return names.toString();
    }

    private static ConfigException suppressing(List<Throwable> broken, ConfigException error) {
        broken.forEach(error::addSuppressed);
        return error;
    }

    /**
     * All providers of a kind. A provider that cannot be loaded is logged and skipped.
     *
     * @return the providers, sorted by name
     * @throws ConfigException if two have one name; the message names both classes
     */
    public static <P extends Provider> List<P> all(Class<P> kind) {
        List<Throwable> broken = new ArrayList<>();
        Map<String, P> found = load(kind, broken);
        warn(broken);
        return List.copyOf(found.values());
    }

    private static <P extends Provider> Map<String, P> load(Class<P> kind, List<Throwable> broken) {
        Map<String, P> found = new TreeMap<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader own = Providers.class.getClassLoader();
        boolean isOfUse = context != null && knows(context, kind);
        if (isOfUse) {
            load(kind, context, found, broken);
        }
        if (!isOfUse || !isBelow(context, own)) {
            load(kind, own, found, broken);
        }
        return found;
    }

    /** The provider of that name, even if only the calling classes can see it. */
    private static <P extends Provider> @Nullable P found(
            Class<P> kind, String name, Map<String, P> found, List<Throwable> broken) {
        if (!found.containsKey(name)) {
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> frames.map(
                                    frame -> frame.getDeclaringClass().getClassLoader())
                            .filter(Objects::nonNull)
                            .distinct()
                            .toList())
                    .stream()
                    .filter(loader -> loader != Providers.class.getClassLoader() && knows(loader, kind))
                    .forEach(loader -> load(kind, loader, found, broken));
        }
        return found.get(name);
    }

    /** Whether the loader sees this copy of distid: another copy has providers of its own. */
    private static boolean knows(ClassLoader loader, Class<?> kind) {
        try {
            return Class.forName(kind.getName(), false, loader) == kind;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Whether a loader also asks the other loader. */
    private static boolean isBelow(ClassLoader loader, @Nullable ClassLoader other) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each == other) {
                return true;
            }
        }
        return other == null;
    }

    private static <P extends Provider> void load(
            Class<P> kind, @Nullable ClassLoader loader, Map<String, P> found, List<Throwable> broken) {
        // On the module path, a module finds only the services that it declares to use. This call declares the ports of
        // other modules.
        Providers.class.getModule().addUses(kind);
        Iterator<P> candidates = ServiceLoader.load(kind, loader).iterator();
        // A class loader that cannot list its resources fails again at each step, so the number of failures is limited.
        while (broken.size() < MOST_BROKEN) {
            P provider;
            String name;
            try {
                if (!candidates.hasNext()) {
                    return;
                }
                provider = candidates.next();
                name = nameOf(provider);
            } catch (ServiceConfigurationError | LinkageError | IllegalStateException e) {
                broken.add(e);
                continue;
            }
            P other = found.putIfAbsent(name, provider);
            // Two loaders may find the same class.
            if (other != null
                    && !other.getClass().getName().equals(provider.getClass().getName())) {
                throw new ConfigException("two providers of " + what(kind) + " \"" + name + "\": " + where(other)
                        + " and " + where(provider) + "; take one of them off the class path");
            }
        }
    }

    /** Creates a logger only if there is something to log, so that the first id does not wait for it. */
    private static void warn(List<Throwable> broken) {
        for (Throwable error : broken) {
            System.getLogger(Providers.class.getName()).log(Level.WARNING, "passed over: " + error.getMessage());
        }
    }

    private static String nameOf(Provider provider) {
        try {
            return Objects.requireNonNull(provider.name(), "name");
        } catch (RuntimeException e) {
            throw new IllegalStateException("provider " + where(provider) + " failed to give its name: " + e, e);
        }
    }

    private static String where(Provider provider) {
        var source = provider.getClass().getProtectionDomain().getCodeSource();
        return provider.getClass().getName() + (source == null ? "" : " in " + source.getLocation());
    }

    private static String what(Class<?> kind) {
        Port port = kind.getAnnotation(Port.class);
        return port != null ? port.noun() : kind == IdGeneratorProvider.class ? "strategy" : kind.getSimpleName();
    }
}
