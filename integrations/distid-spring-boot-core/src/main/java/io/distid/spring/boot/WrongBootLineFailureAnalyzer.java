package io.distid.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells which starter to take. */
final class WrongBootLineFailureAnalyzer extends AbstractFailureAnalyzer<WrongBootLineException> {
    WrongBootLineFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable failure, WrongBootLineException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
    }
}
