package io.distid.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Tells of a backend that found its client library in a version that it does not know. Boot's dependency management does that: it names
 * versions of Jedis, HikariCP and MySQL's driver, which win over those that distid's modules ask for. Boot's own analysis of such an error names
 * classes only.
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
                        + "\" could not be opened, since a library that it needs is there in a version that"
                        + " distid was not made for: " + cause,
                "Set the versions that Spring Boot manages to those that distid's modules ask for: the properties jedis.version"
                        + " for id-redis, hikaricp.version and mysql.version for id-db. The README of the starter has them.",
                cause);
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
