package io.distid.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** A bean for each generator below {@code distid.generators}, and the registry of all. For Spring Boot. Stateless. */
@AutoConfiguration
@Import(GeneratorBeanRegistrar.class)
@ImportRuntimeHints(ProviderHints.class)
public class DistidAutoConfiguration {
    static final String GENERATORS = "distidGenerators";

    DistidAutoConfiguration() {}

    /*
     * The order of closing rests on this one bean. Generators are made by its methods, so the container knows them as dependents of it, and
     * destroys dependents first: whatever was given a generator or the registry is gone before a worker id is given back. It
     * is no Lifecycle, whose phases end before any bean is destroyed: a web server that drains is one, and so is gone by then, too. The connections are
     * injected, not looked up, so that what they lead to (a container that a test started, say) outlives the generators.
     */
    @Bean(name = GENERATORS, destroyMethod = "close")
    DistidGenerators distidGenerators(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            @Nullable List<ConnectionDefaults> connections) {
        return new DistidGenerators(environment, beans, connections == null ? List.of() : connections);
    }

    @Bean
    static NamedDataSources distidNamedDataSources(BeanFactory beans) {
        return new NamedDataSources(beans);
    }
}
