package io.distid.spring.boot;

import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Delays generators whose store is the application's database until the database is prepared. Scripts, Flyway or
 * Liquibase may create their tables. Boot finds this class. Stateless.
 */
final class GeneratorsOfDatabaseDetector implements DependsOnDatabaseInitializationDetector {
    private final Environment environment;

    GeneratorsOfDatabaseDetector(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        // Then scripts come after JPA, which opens the generators of entities.
        if (environment.getProperty("spring.jpa.defer-datasource-initialization", Boolean.class, false)) {
            return Set.of();
        }
        DistidProperties properties = DistidProperties.of(environment);
        Set<String> names = new LinkedHashSet<>();
        properties.generators().forEach((name, written) -> {
            String bean = name + GeneratorBeanRegistrar.SUFFIX;
            if (GeneratorBeanRegistrar.isConfigured(beans, bean)
                    && GeneratorSettings.isInApplicationsDatabase(
                            ProviderScope.of(properties.strategy(name)), written)) {
                names.add(bean);
            }
        });
        for (CoordinationKind kind : CoordinationKind.values()) {
            if (beans.containsBeanDefinition(kind.bean()) && kind.isInApplicationsDatabase(properties)) {
                names.add(kind.bean());
            }
        }
        return names;
    }
}
