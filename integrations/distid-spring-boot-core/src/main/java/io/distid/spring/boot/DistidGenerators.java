package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.UuidGenerator;
import io.distid.spi.IdGeneratorProvider;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * The generators of an application by name: those configured below {@code distid.generators}, and the application's own
 * beans.
 *
 * <p>Generators are opened when the application starts, or, with lazy initialization, when they are first asked for.
 * They are closed when this bean is destroyed. By then the web server has drained, and every bean that uses this one or
 * a generator is gone. Each generator then releases its worker id with its exact last tick. Afterwards no generator is
 * opened. A call for a name that was not found before fails with an {@link IllegalStateException}. A generator whose
 * opening has begun is closed once it is open.
 *
 * <p>Safe for use by any number of threads.
 */
public final class DistidGenerators implements NamedGenerators {
    private static final System.Logger LOG = System.getLogger(DistidGenerators.class.getName());

    private final Environment environment;
    private final ConfigurableListableBeanFactory beans;
    private final List<ConnectionDefaults> connections;
    private final ApplicationDataSources dataSources;
    private final Map<String, IdGenerator> found = new ConcurrentHashMap<>();
    private final Map<String, ReopenableLong> reopenable = new ConcurrentHashMap<>();
    /**
     * Guards what follows. Nothing is opened or closed under it, and the container is not called. A thread that opens a
     * generator may hold the container's own lock, and others wait for that.
     */
    private final ReentrantLock registering = new ReentrantLock();
    /** The generators that were opened here, in the order of opening. */
    private final List<IdGenerator> opened = new ArrayList<>();

    /** Set under the lock. Read without it where a needless opening does no harm. */
    private volatile boolean closed;

    DistidGenerators(
            Environment environment, ConfigurableListableBeanFactory beans, List<ConnectionDefaults> connections) {
        this.environment = environment;
        this.beans = beans;
        this.connections = List.copyOf(connections);
        this.dataSources = new ApplicationDataSources(beans);
    }

    /**
     * Finds a generator, and opens it at the first call if initialization is lazy.
     *
     * @throws IllegalStateException if this is closed and did not find it before
     */
    @Override
    public Optional<IdGenerator> find(String name) {
        IdGenerator known = found.get(name);
        if (known == null) {
            // Below a parent context the container would make another registry, which nobody closes. Without a parent
            // its error would only say that there is no Environment.
            requireNotClosed(name);
            String bean = GeneratorBeanRegistrar.find(beans, name);
            if (bean == null) {
                return Optional.empty();
            }
            known = bean(bean, name);
            found.put(name, known);
        }
        return Optional.of(known);
    }

    /** As {@link #find}, but opens none: empty also for a generator that nobody has asked for yet. */
    Optional<IdGenerator> findOpened(String name) {
        IdGenerator known = found.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        String bean = GeneratorBeanRegistrar.find(beans, name);
        return bean != null && beans.containsSingleton(bean) ? find(name) : Optional.empty();
    }

    /** Whether {@link #find} finds a generator, or refuses the name as ambiguous; opens none. */
    boolean isKnown(String name) {
        return found.containsKey(name) || GeneratorBeanRegistrar.isNamed(beans, name);
    }

    private IdGenerator bean(String bean, String name) {
        try {
            return beans.getBean(bean, IdGenerator.class);
        } catch (BeanCreationException e) {
            if (closed) {
                throw closedError(name, e);
            }
            if (e.getMostSpecificCause() instanceof IdException cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String bean : beans.getBeanNamesForType(IdGenerator.class, false, false)) {
            names.add(GeneratorBeanRegistrar.generatorName(bean));
        }
        return names;
    }

    /**
     * Opens a generator again whose lease is lost, or that was closed by itself. It is opened with the settings of the
     * first time: later changes of the {@link Environment} have no effect. Beans that have it then get ids from the new
     * one. The new one leases a worker id as at a start. Its ids are unique, and their order begins again. Nothing does
     * this by itself: an operator must first find out why the lease was lost.
     *
     * <p>A generator without a lost lease whose store regressed is not opened again, closed or not. It alone knows
     * which ids were issued here. An operator sets the store forward, as the error's message says, and ids go on by
     * themselves. If the generator is closed, the application must be restarted then. A store that regresses while its
     * counter is closed goes unnoticed, as after a restart.
     *
     * <p>Calls for ids fail until this returns, and also if it fails. It can be called again then.
     *
     * @param name the name of a generator that is configured below {@code distid.generators}
     * @throws ConfigException if no generator has that name, or it makes UUIDs, or it is the application's own bean
     * @throws IllegalStateException if it can still be used; if its store regressed and its lease is not lost; or if
     *     the application is closing
     * @throws IdException if it cannot be opened
     */
    public void reopen(String name) {
        get(name);
        ReopenableLong generator = reopenable.get(name);
        if (generator == null) {
            throw new ConfigException("generator \"" + name
                    + "\" cannot be opened again: only those of 63-bit ids that " + DistidProperties.GENERATORS
                    + " configures can, not UUIDs and not an application's own beans");
        }
        generator.reopen();
    }

    /** The bean of a generator of 63-bit ids. */
    LongIdGenerator openLong(String name) {
        ReopenableLong generator = open(name, () -> {
            IdGeneratorProvider strategy = properties().strategy(name);
            // Read once: after a change of the Environment the same bean would issue ids of another namespace or
            // layout.
            Map<String, String> settings = settings(name, strategy);
            return new ReopenableLong(name, () -> IdGenerators.openLong(strategy.name(), settings));
        });
        reopenable.put(name, generator);
        return generator;
    }

    /** The bean of a generator of UUIDs. */
    UuidGenerator openUuid(String name) {
        return open(name, () -> {
            IdGeneratorProvider strategy = properties().strategy(name);
            return IdGenerators.openUuid(strategy.name(), settings(name, strategy));
        });
    }

    /**
     * Opens the locks or the tokens of the application. Their bean closes them.
     *
     * @param opening takes the name of the store and its settings
     */
    <T> T open(CoordinationKind kind, BiFunction<String, Map<String, String>, T> opening) {
        DistidProperties properties = properties();
        try {
            ProviderScope own = kind.scope(properties);
            Map<String, String> settings = GeneratorSettings.of(
                    kind.settings(),
                    kind.settings(),
                    own,
                    kind.written(properties),
                    environment,
                    connections,
                    dataSources,
                    properties.ownPool());
            return opening.apply(own.provider().name(), settings);
        } catch (IdException e) {
            e.addSuppressed(new OpeningFailure(kind));
            throw e;
        }
    }

    private <T extends IdGenerator> T open(String name, Supplier<T> opening) {
        requireNotClosed(name);
        T generator;
        try {
            generator = opening.get();
        } catch (IdException e) {
            e.addSuppressed(new OpeningFailure(name));
            throw e;
        }
        if (register(generator)) {
            return generator;
        }
        // Closing began while this was opened, so nobody else closes it.
        IllegalStateException refused = closedError(name, null);
        try {
            generator.close();
        } catch (RuntimeException | Error e) {
            refused.addSuppressed(e);
        }
        throw refused;
    }

    /** Adds a generator to those that {@link #close()} closes. Returns false if closing has begun. */
    private boolean register(IdGenerator generator) {
        registering.lock();
        try {
            return !closed && opened.add(generator);
        } finally {
            registering.unlock();
        }
    }

    private void requireNotClosed(String name) {
        if (closed) {
            throw closedError(name, null);
        }
    }

    private static IllegalStateException closedError(String name, @Nullable Throwable cause) {
        return new IllegalStateException(
                "the application is closed: generator \"" + name + "\" is not opened any more", cause);
    }

    private DistidProperties properties() {
        return DistidProperties.of(environment);
    }

    private Map<String, String> settings(String name, IdGeneratorProvider strategy) {
        DistidProperties properties = properties();
        return GeneratorSettings.of(
                name,
                strategy,
                properties.generators().getOrDefault(name, Map.of()),
                environment,
                connections,
                dataSources,
                properties.ownPool());
    }

    /**
     * Closes what was opened here, the last first, and goes on if one fails. An exception is logged; the first {@link
     * Error} is thrown at the end. For the container.
     */
    void close() {
        Error first = null;
        try {
            for (IdGenerator generator : endRegistering()) {
                try {
                    close(generator);
                } catch (Error e) {
                    if (first == null) {
                        first = e;
                    } else if (first != e) {
                        first.addSuppressed(e);
                    }
                }
            }
        } finally {
            dataSources.close();
        }
        if (first != null) {
            throw first;
        }
    }

    private static void close(IdGenerator generator) {
        try {
            generator.close();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a generator could not give back what it held: " + e.getMessage(), e);
        }
    }

    /** Returns the generators to close, the last first. A thread that opens one later closes it itself. */
    private List<IdGenerator> endRegistering() {
        registering.lock();
        try {
            closed = true;
            List<IdGenerator> closing = new ArrayList<>(opened);
            Collections.reverse(closing);
            return closing;
        } finally {
            registering.unlock();
        }
    }
}
