package io.distid.entity;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import io.distid.spi.IdGeneratorProvider;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The generators of an application that configured none. Each name is a strategy's. It is opened at its first use, with
 * the settings of system properties and the environment.
 *
 * <p>Safe for use by any number of threads. Closing it closes what it opened.
 */
public final class StrategyGenerators implements NamedGenerators, AutoCloseable {
    private final Map<String, IdGenerator> opened = new ConcurrentHashMap<>();
    /** Not a monitor, which would pin a virtual thread while a store is waited for. */
    private final ReentrantLock opening = new ReentrantLock();

    private volatile boolean closed;

    @Override
    public Optional<IdGenerator> find(String name) {
        // No lock: this runs for each id.
        IdGenerator generator = closed ? null : opened.get(name);
        return generator != null ? Optional.of(generator) : open(name);
    }

    private Optional<IdGenerator> open(String name) {
        opening.lock();
        try {
            if (closed) {
                throw new IllegalStateException("closed: no generator \"" + name + "\" is opened any more");
            }
            IdGenerator generator = opened.get(name);
            if (generator == null && names().contains(name)) {
                generator = IdGenerators.open(name);
                opened.put(name, generator);
            }
            return Optional.ofNullable(generator);
        } finally {
            opening.unlock();
        }
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
     * @throws IdException if a generator could not release what it holds; the others are closed all the same
     */
    @Override
    public void close() {
        opening.lock();
        try {
            closed = true;
            closeAll();
        } finally {
            opening.unlock();
        }
    }

    private void closeAll() {
        Throwable first = null;
        for (IdGenerator generator : opened.values()) {
            try {
                generator.close();
            } catch (RuntimeException | Error e) {
                if (first == null) {
                    first = e;
                } else if (first != e) {
                    first.addSuppressed(e);
                }
            }
        }
        opened.clear();
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (RuntimeException) first;
        }
    }
}
