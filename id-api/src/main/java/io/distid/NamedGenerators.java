package io.distid;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The generators of an application, by the names that it gave them. A framework finds here the generator for an entity, a bean or a request. This
 * object holds generators that were opened elsewhere, and closes none. Use {@link IdGenerators} to open strategies.
 *
 * <p>Implementations are safe for use by any number of threads, and return the same generator for a name until it is closed.
 */
public interface NamedGenerators {

    /**
     * Finds a generator. An implementation may open it at the first call.
     *
     * @return empty if there is none of that name
     * @throws IdException if it cannot be opened
     */
    Optional<IdGenerator> find(String name);

    /**
     * The names that {@link #find} knows.
     *
     * @return in alphabetical order
     */
    Set<String> names();

    /**
     * Finds a generator that must be there.
     *
     * @return the generator, not to be closed by the caller
     * @throws ConfigException if there is none of that name; the message lists the names
     * @throws IdException if it cannot be opened
     */
    default IdGenerator get(String name) {
        return find(name).orElseThrow(() -> {
            Set<String> names = names();
            return new ConfigException("there is no generator \"" + name + "\": "
                    + (names.isEmpty() ? "none is configured" : "configured are " + String.join(", ", names)));
        });
    }

    /**
     * Finds a generator of 63-bit ids that must be there.
     *
     * @return the generator, not to be closed by the caller
     * @throws ConfigException as {@link #get}, and if its ids are UUIDs
     * @throws IdException if it cannot be opened
     */
    default LongIdGenerator getLong(String name) {
        if (get(name) instanceof LongIdGenerator generator) {
            return generator;
        }
        throw new ConfigException("generator \"" + name + "\" makes UUIDs, not 63-bit ids");
    }

    /**
     * Finds a generator of UUIDs that must be there.
     *
     * @return the generator, not to be closed by the caller
     * @throws ConfigException as {@link #get}, and if its ids are 63 bits
     * @throws IdException if it cannot be opened
     */
    default UuidGenerator getUuid(String name) {
        if (get(name) instanceof UuidGenerator generator) {
            return generator;
        }
        throw new ConfigException("generator \"" + name + "\" makes 63-bit ids, not UUIDs");
    }

    /**
     * Generators that are open already.
     *
     * @param generators by name; copied
     * @return finds them by name
     */
    static NamedGenerators of(Map<String, ? extends IdGenerator> generators) {
        Map<String, IdGenerator> copy = new TreeMap<>(generators);
        return new NamedGenerators() {
            @Override
            public Optional<IdGenerator> find(String name) {
                return Optional.ofNullable(copy.get(name));
            }

            @Override
            public Set<String> names() {
                return new TreeSet<>(copy.keySet());
            }
        };
    }
}
