package io.distid.spring.boot;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import io.distid.jackson.Jackson2IdModule;
import io.distid.jackson.Jackson3IdModule;
import io.distid.jackson.JsonIdFormat;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Writes ids as strings in the JSON of the application's mapper, if id-jackson is present. It covers annotated ids and
 * the types that a bean of type {@link JsonIdFormat} describes. An annotation may name one of the application's
 * generators. Boot gives a mapper each bean that is a module. For Spring Boot. Stateless.
 */
@AutoConfiguration
@ConditionalOnClass(JsonIdFormat.class)
public class DistidJacksonAutoConfiguration {
    DistidJacksonAutoConfiguration() {}

    /** For Jackson 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "tools.jackson.databind.JacksonModule")
    static class Jackson3 {
        @Bean
        @ConditionalOnMissingBean
        Jackson3IdModule distidJackson3Module(
                ObjectProvider<JsonIdFormat> format, ObjectProvider<NamedGenerators> generators) {
            return new Jackson3IdModule(format(format, generators));
        }
    }

    /** For Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "com.fasterxml.jackson.databind.Module")
    static class Jackson2 {
        @Bean
        @ConditionalOnMissingBean
        Jackson2IdModule distidJackson2Module(
                ObjectProvider<JsonIdFormat> format, ObjectProvider<NamedGenerators> generators) {
            return new Jackson2IdModule(format(format, generators));
        }
    }

    /** Adds the application's generators. */
    private static JsonIdFormat format(
            ObjectProvider<JsonIdFormat> format, ObjectProvider<NamedGenerators> generators) {
        return format.getIfAvailable(JsonIdFormat::annotated).generators(new LazyGenerators(generators));
    }

    /** The application's generators for a bean that is created before them. They are looked up when a class first names one. */
    private record LazyGenerators(ObjectProvider<NamedGenerators> provider) implements NamedGenerators {
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
}
