package io.distid.entity;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * The generators of session factories, as a service of Hibernate's registry. The registry stops it, which closes the
 * generators with the session factories. If the only session factory cannot be built, the generators are closed at
 * once: JPA's bootstrap does not stop the registry then.
 */
final class GeneratorsService implements Service, Stoppable, NamedGenerators {
    private static final long serialVersionUID = 1L;
    /** Set by Spring while it processes an application ahead of time. */
    private static final String BUILDING = "spring.aot.processing";

    private final transient Supplier<NamedGenerators> source;
    private final boolean owned;
    /** Not a monitor, which would pin a virtual thread. */
    private final transient ReentrantLock changing = new ReentrantLock();
    /** The session factories that are being built or are open; true once they are built. */
    private final transient Map<SessionFactory, Boolean> factories = new IdentityHashMap<>();

    private transient volatile @Nullable NamedGenerators made;
    private boolean stopped;

    /**
     * Makes nothing yet.
     *
     * @param source makes the generators; asked again after they were closed for a session factory that could not be
     *     built
     * @param owned whether the generators are closed here
     */
    GeneratorsService(Supplier<NamedGenerators> source, boolean owned) {
        this.source = source;
        this.owned = owned;
    }

    @Override
    public Optional<IdGenerator> find(String name) {
        return generators().find(name);
    }

    @Override
    public Set<String> names() {
        return generators().names();
    }

    /**
     * Whether the session factory only describes the entities, for code that a build generates. Spring Data then makes
     * its own session factory, without the application's settings.
     */
    boolean isForBuild() {
        return Boolean.getBoolean(BUILDING);
    }

    /**
     * Returns the generators, which are made at the first call.
     *
     * @throws io.distid.ConfigException if the setting is wrong
     */
    NamedGenerators generators() {
        // No lock: this runs for each id.
        NamedGenerators known = made;
        return known != null ? known : make();
    }

    private NamedGenerators make() {
        changing.lock();
        try {
            NamedGenerators known = made;
            if (known == null) {
                if (stopped) {
                    throw new IllegalStateException("closed: no generator is opened any more");
                }
                known = source.get();
                made = known;
            }
            return known;
        } finally {
            changing.unlock();
        }
    }

    /** A session factory is being built. */
    void begins(SessionFactory factory) {
        changing.lock();
        try {
            factories.put(factory, false);
        } finally {
            changing.unlock();
        }
    }

    /** The session factory is built. */
    void isBuilt(SessionFactory factory) {
        changing.lock();
        try {
            factories.replace(factory, true);
        } finally {
            changing.unlock();
        }
    }

    /** The session factory is closed, or could not be built. A second call does nothing. */
    void ends(SessionFactory factory) {
        changing.lock();
        try {
            if (Boolean.FALSE.equals(factories.remove(factory))) {
                closeUnlessUsed();
            }
        } finally {
            changing.unlock();
        }
    }

    /**
     * A mapping cannot be served. There is no session factory yet whose end Hibernate would report.
     *
     * @param failure the failure, which gets an exception of closing as suppressed
     */
    void failed(Throwable failure) {
        changing.lock();
        try {
            closeUnlessUsed();
        } catch (RuntimeException | Error e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
        } finally {
            changing.unlock();
        }
    }

    /** Closes the generators unless a session factory uses them. A later session factory makes new ones. */
    private void closeUnlessUsed() {
        if (factories.isEmpty()) {
            NamedGenerators known = made;
            made = null;
            close(known);
        }
    }

    @Override
    public void stop() {
        changing.lock();
        try {
            stopped = true;
            close(made);
        } finally {
            changing.unlock();
        }
    }

    private void close(@Nullable NamedGenerators generators) {
        if (owned && generators instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(
                        "generators of " + generators.getClass().getName() + " did not close", e);
            }
        }
    }
}
