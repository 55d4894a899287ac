package io.distid.spring.boot;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The application's generators for beans that are created before them. They are looked up at the first name. Safe for
 * use by any number of threads.
 */
record LazyGenerators(ObjectProvider<NamedGenerators> provider) implements NamedGenerators {

    @Override
    public Optional<IdGenerator> find(String name) {
        NamedGenerators generators = provider.getIfAvailable();
        return generators == null ? Optional.empty() : generators.find(name);
    }

    @Override
    public Set<String> names() {
        NamedGenerators generators = provider.getIfAvailable();
        return generators == null ? Set.of() : generators.names();
    }
}
