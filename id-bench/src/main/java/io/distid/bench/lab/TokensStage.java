package io.distid.bench.lab;

import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.results.Row;
import io.distid.bench.results.TokenLine;
import io.distid.bench.subject.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Consumes new idempotency tokens, by one thread and by threads of several processes. Each token must be accepted. */
final class TokensStage extends CallRateStage<TokenLine> {
    TokensStage(List<Subject> tokens) {
        super("tokens", "consuming", tokens, collector -> collector.tokens);
    }

    @Override
    TokenLine line(Subject subject, @Nullable String server, Profile profile) {
        NodesPlan all = profile.locks().contended();
        Row.Status status = Row.Status.measured;
        return new TokenLine(
                subject.name(), subject.origin(), server, status, null, null, null, all.processes(), all.threads());
    }

    @Override
    TokenLine alone(TokenLine line, NodesCheck check) {
        return line.withAlone(check.result().idsPerSecond());
    }

    @Override
    TokenLine together(TokenLine line, NodesCheck check) {
        return line.withTogether(check.result().idsPerSecond());
    }
}
