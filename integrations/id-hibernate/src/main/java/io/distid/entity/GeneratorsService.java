package io.distid.entity;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import java.util.Optional;
import java.util.Set;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Stoppable;

/** The generators of a session factory, as a service of its registry: which stops it, so that what was opened for it is closed with it. */
final class GeneratorsService implements Service, Stoppable, NamedGenerators {
    private static final long serialVersionUID = 1L;

    private final transient NamedGenerators generators;
    private final boolean owned;

    GeneratorsService(NamedGenerators generators, boolean owned) {
        this.generators = generators;
        this.owned = owned;
    }

    @Override
    public Optional<IdGenerator> find(String name) {
        return generators.find(name);
    }

    @Override
    public Set<String> names() {
        return generators.names();
    }

    @Override
    public void stop() {
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
