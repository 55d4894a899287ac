package io.distid.spi;

import io.distid.ConfigException;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Objects that an application lends to generators and stores by name, since settings are texts. An example is its pool of connections, for a backend
 * with key {@code data-source}.
 *
 * <p>A name is looked up once, when a generator, a source or a store is opened. The lender keeps the object usable until all its users are closed.
 * Each class loader that loads this class has one registry. So two web applications in one process, each with its own copy of distid, do not see each
 * other's objects. Safe for use by any number of threads.
 */
public final class SharedObjects {
    private static final Map<String, Object> OBJECTS = new ConcurrentHashMap<>();

    private SharedObjects() {}

    /** The loan of an object, until this is closed. Safe for use by any number of threads. */
    public interface Registration extends AutoCloseable {

        /** Removes the name. Users that have the object keep it. A second call does nothing. */
        @Override
        void close();
    }

    /**
     * Lends an object.
     *
     * @param name the name for settings
     * @return removes the name when it is closed
     * @throws ConfigException if an object is lent by that name already
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
     * @return what is lent by that name
     * @throws ConfigException if no object is lent by that name, or one of another type
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
