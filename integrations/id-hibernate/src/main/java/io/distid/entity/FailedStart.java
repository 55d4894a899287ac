package io.distid.entity;

import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.UnknownServiceException;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Closes the generators that were opened for a session factory if it cannot be built. Otherwise their worker ids would
 * be leased until the process ends, and a second attempt could not lease them. Hibernate finds this class; applications
 * do not use it. Stateless: safe for use by any number of threads.
 */
public final class FailedStart implements Integrator {
    /** For Hibernate. */
    public FailedStart() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        GeneratorsService generators = generators(factory);
        if (generators != null) {
            generators.begins(factory);
            factory.addObserver(new Built(generators));
        }
    }

    /** Hibernate calls it also if the session factory could not be built. */
    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
        GeneratorsService generators = generators(factory);
        if (generators != null) {
            generators.ends(factory);
        }
    }

    /** Returns null in a registry that was made without service contributors. */
    private static @Nullable GeneratorsService generators(SessionFactoryImplementor factory) {
        try {
            return factory.getServiceRegistry().getService(GeneratorsService.class);
        } catch (UnknownServiceException e) {
            return null;
        }
    }

    /** Hears from Hibernate that the session factory is built. */
    private record Built(GeneratorsService generators) implements SessionFactoryObserver {
        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            generators.isBuilt(factory);
        }
    }
}
