package io.distid.spring.boot;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Makes the generators lazy in a test of a slice, such as {@code @JsonTest}. A slice lacks most stores that the
 * application's generators need. Only slices import it. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = DistidAutoConfiguration.class)
public class DistidTestSliceAutoConfiguration {
    DistidTestSliceAutoConfiguration() {}

    @Bean
    static BeanFactoryPostProcessor distidLazyGenerators() {
        return beans -> {
            for (String bean : beans.getBeanDefinitionNames()) {
                if (GeneratorBeanRegistrar.isConfigured(beans, bean)) {
                    beans.getBeanDefinition(bean).setLazyInit(true);
                }
            }
        };
    }
}
