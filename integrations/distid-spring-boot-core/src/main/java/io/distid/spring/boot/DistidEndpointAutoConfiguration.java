package io.distid.spring.boot;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint, where there is Actuator and the endpoint is exposed. For Spring Boot. Stateless. */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public class DistidEndpointAutoConfiguration {
    DistidEndpointAutoConfiguration() {}

    /* Its condition is a class of Actuator's, too, so it is asked for only where there is Actuator. */
    @Bean
    @ConditionalOnAvailableEndpoint(DistidEndpoint.class)
    DistidEndpoint distidEndpoint(DistidGenerators generators) {
        return new DistidEndpoint(generators);
    }
}
