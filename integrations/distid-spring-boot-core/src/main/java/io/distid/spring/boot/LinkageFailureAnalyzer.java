package io.distid.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Explains that a backend found an unknown version of its client library. An application may set a version that is
 * neither Boot's nor that of distid's modules. Boot's own analysis of such an error names classes only.
 */
final class LinkageFailureAnalyzer extends AbstractFailureAnalyzer<LinkageError> implements Ordered {
    LinkageFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, LinkageError cause) {
        String generator = IdFailureAnalyzer.generator(failure);
        if (generator == null) {
            return null;
        }
        return new FailureAnalysis(
                "Generator \"" + generator
                        + "\" could not be opened, because distid does not support the version of a library that"
                        + " it needs: " + cause,
                "Find out which version of it the application has (mvn dependency:tree), and leave it to Spring Boot: id-redis runs with"
                        + " Jedis 6.0 to 8.0 (property jedis.version), id-db with the HikariCP and the MySQL driver of Spring Boot 4.1"
                        + " and 3.5 (hikaricp.version, mysql.version).",
                cause);
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
