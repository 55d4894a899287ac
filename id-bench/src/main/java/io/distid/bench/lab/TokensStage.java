package io.distid.bench.lab;

import io.distid.bench.locks.LocksPlan;
import io.distid.bench.results.Row;
import io.distid.bench.results.TokenLine;
import io.distid.bench.subject.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Consumes new idempotency tokens, by one thread and by threads of several processes. Each token must be accepted. */
public final class TokensStage extends CallRateStage<TokenLine> {
    /** Measures some stores; {@code tokens}: empty to measure nothing. */
    public TokensStage(List<Subject> tokens) {
        super(tokens);
    }

    @Override
    public String title() {
        return "tokens";
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        LocksPlan plan = run.profile().locks();
        open(run);
        rates(
                run,
                plan.alone(),
                "consuming %s alone",
                (line, check) -> line.withAlone(check.result().idsPerSecond()));
        rates(
                run,
                plan.contended(),
                "consuming %s in " + plan.contended().processes() + " processes",
                (line, check) -> line.withTogether(check.result().idsPerSecond()));
    }

    @Override
    ResultCollector.Lines<TokenLine> lines(StageContext run) {
        return run.collector().tokens();
    }

    @Override
    TokenLine line(
            Subject subject, @Nullable String server, Row.Status status, @Nullable String reason, LocksPlan plan) {
        return new TokenLine(
                subject.name(),
                subject.origin(),
                server,
                status,
                reason,
                null,
                null,
                plan.contended().processes(),
                plan.contended().threads());
    }
}
