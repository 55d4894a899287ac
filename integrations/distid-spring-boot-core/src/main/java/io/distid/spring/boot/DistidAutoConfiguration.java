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
     * The order of closing rests on this bean. Its methods make the generators, so the container destroys what uses a
     * generator before it destroys this bean. Worker ids are released last. A Lifecycle would not do: its phases end
     * before any bean is destroyed, while beans may still ask for ids. The connections are injected, not looked up, so
     * that their sources (such as a container that a test started) outlive the generators.
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
