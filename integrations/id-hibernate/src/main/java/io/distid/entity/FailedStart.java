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
 * Has what was opened for a session factory closed if that cannot be built: else its worker ids would be held, and renewed, until the process ends, and be refused to
 * who builds it once more. Found by Hibernate; applications do not use it themselves. Stateless: safe for use by any number of threads.
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

    /** Called where it could not be built, too. */
    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
        GeneratorsService generators = generators(factory);
        if (generators != null) {
            generators.ends(factory);
        }
    }

    /** Null in a registry that was made without service contributors. */
    private static @Nullable GeneratorsService generators(SessionFactoryImplementor factory) {
        try {
            return factory.getServiceRegistry().getService(GeneratorsService.class);
        } catch (UnknownServiceException e) {
            return null;
        }
    }

    /** Is told when it is built. */
    private record Built(GeneratorsService generators) implements SessionFactoryObserver {
        @Override
        public void sessionFactoryCreated(SessionFactory factory) {
            generators.isBuilt(factory);
        }
    }
}
