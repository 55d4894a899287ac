package io.distid.spring.boot3;

import io.distid.spring.boot.BootLine;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/** Refuses Spring Boot 4, before any bean is made. For Spring Boot. Stateless. */
@AutoConfiguration
@Import(Boot3CheckAutoConfiguration.Check.class)
public class Boot3CheckAutoConfiguration {
    Boot3CheckAutoConfiguration() {}

    /** Called while beans are defined. */
    static final class Check implements ImportBeanDefinitionRegistrar {
        Check() {}

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            BootLine.require("3", SpringBootVersion.getVersion());
        }
    }
}
