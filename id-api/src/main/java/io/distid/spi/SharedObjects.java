package io.distid.spi;

import io.distid.ConfigException;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Objects that an application lends to what it opens, by name, since settings are texts: its pool of connections, say, to a backend with key {@code
 * data-source}.
 *
 * <p>A name is looked up once, when a generator, a source or a store is opened; whoever lends an object keeps it usable until all that took it is closed. There is one
 * registry for each class loader that loads this class: web applications of one process that have distid each do not see each other's. Safe for use by any number of threads.
 */
public final class SharedObjects {
    private static final Map<String, Object> OBJECTS = new ConcurrentHashMap<>();

    private SharedObjects() {}

    /** An object that is lent, until this is closed. Safe for use by any number of threads. */
    public interface Registration extends AutoCloseable {

        /** Takes the name back. Has no effect the second time, and none on those who have the object. */
        @Override
        void close();
    }

    /**
     * Lends an object.
     *
     * @param name which settings then name
     * @param object what is lent
     * @return takes the name back
     * @throws ConfigException if something is lent by that name already
     */
    public static Registration register(String name, Object object) {
        Object other = OBJECTS.putIfAbsent(name, object);
        if (other != null) {
            throw new ConfigException("\"" + name + "\" is the name of a shared "
                    + other.getClass().getName() + " already: take another name, or close its registration first");
        }
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                OBJECTS.remove(name);
            }
        };
    }

    /**
     * The object that a key names.
     *
     * @param config with the key
     * @param key whose value is a name
     * @param type what it must be
     * @param <T> what it must be
     * @return what is lent by that name
     * @throws ConfigException if nothing is, or something else
     */
    public static <T> T get(IdConfig config, String key, Class<T> type) {
        Object found = OBJECTS.get(config.text(key));
        if (!type.isInstance(found)) {
            TreeSet<String> names = new TreeSet<>();
            OBJECTS.forEach((name, object) -> {
                if (type.isInstance(object)) {
                    names.add(name);
                }
            });
            throw config.invalid(
                    key,
                    "the name of a " + type.getSimpleName() + " that the application shares; "
                            + (names.isEmpty() ? "it shares none" : "it shares " + String.join(", ", names)));
        }
        return type.cast(found);
    }
}
