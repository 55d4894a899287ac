package io.distid.spring.boot;

import io.distid.jackson.Jackson2IdModule;
import io.distid.jackson.Jackson3IdModule;
import io.distid.jackson.JsonIdFormat;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Ids as strings in the JSON of the application's mapper, where there is id-jackson: what is annotated, and what a bean of type {@link JsonIdFormat}
 * says. Boot gives a mapper each bean that is a module. For Spring Boot. Stateless.
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
        Jackson3IdModule distidJackson3Module(ObjectProvider<JsonIdFormat> format) {
            return new Jackson3IdModule(format.getIfAvailable(JsonIdFormat::annotated));
        }
    }

    /** For Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "com.fasterxml.jackson.databind.Module")
    static class Jackson2 {
        @Bean
        @ConditionalOnMissingBean
        Jackson2IdModule distidJackson2Module(ObjectProvider<JsonIdFormat> format) {
            return new Jackson2IdModule(format.getIfAvailable(JsonIdFormat::annotated));
        }
    }
}
