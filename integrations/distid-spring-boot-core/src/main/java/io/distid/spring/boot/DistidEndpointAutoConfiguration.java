package io.distid.spring.boot;

import java.util.List;
import java.util.Locale;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint, if Actuator is present and the endpoint is exposed. For Spring Boot. Stateless. */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public class DistidEndpointAutoConfiguration {
    /** The endings of the names of secret settings, common to all spellings of a name. */
    private static final List<String> SECRETS = List.of("password", "textkey", "textkeys", "auth", "url");

    DistidEndpointAutoConfiguration() {}

    /* The annotation of the condition is a class of Actuator, so this class needs Actuator. */
    @Bean
    @ConditionalOnAvailableEndpoint(DistidEndpoint.class)
    DistidEndpoint distidEndpoint(DistidGenerators generators) {
        return new DistidEndpoint(generators);
    }

    /** Hides secrets from all endpoints, even if these show all values: passwords of stores and keys of opaque ids. */
    @Bean
    @ConditionalOnClass(SanitizingFunction.class)
    SanitizingFunction distidSecrets() {
        return data -> isSecret(data.getKey()) ? data.withValue(SanitizableData.SANITIZED_VALUE) : data;
    }

    private static boolean isSecret(String key) {
        String name =
                key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(".", "");
        return name.startsWith("distid") && SECRETS.stream().anyMatch(name::endsWith);
    }
}
