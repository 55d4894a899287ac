package io.distid.entity;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import io.distid.spi.IdGeneratorProvider;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The generators of an application that configured none: each name is a strategy's, opened once, at its first use, with the settings of system properties and the environment.
 *
 * <p>Safe for use by any number of threads. Closing it closes what it opened.
 */
public final class StrategyGenerators implements NamedGenerators, AutoCloseable {
    private final Map<String, IdGenerator> opened = new TreeMap<>();
    private boolean closed;

    @Override
    public synchronized Optional<IdGenerator> find(String name) {
        if (closed) {
            throw new IllegalStateException("closed: no generator \"" + name + "\" is opened any more");
        }
        IdGenerator generator = opened.get(name);
        if (generator == null && names().contains(name)) {
            generator = IdGenerators.open(name);
            opened.put(name, generator);
        }
        return Optional.ofNullable(generator);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            names.add(provider.name());
        }
        return names;
    }

    /**
     * Closes what was opened. A second call does nothing.
     *
     * @throws IdException if one could not give back what it holds; all are closed all the same
     */
    @Override
    public synchronized void close() {
        closed = true;
        RuntimeException first = null;
        for (IdGenerator generator : opened.values()) {
            try {
                generator.close();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        opened.clear();
        if (first != null) {
            throw first;
        }
    }
}
