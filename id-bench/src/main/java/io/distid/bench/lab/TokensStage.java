package io.distid.bench.lab;

import io.distid.bench.jvm.FailureReason;
import io.distid.bench.locks.LocksPlan;
import io.distid.bench.nodes.NodeProcesses;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.report.Units;
import io.distid.bench.results.Row;
import io.distid.bench.results.TokenLine;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import io.distid.testservers.ServerUnavailableException;
import java.time.Duration;
import java.util.List;

/** Consumes idempotency tokens that nobody used before, each of which must be accepted: by one thread, and by threads of several processes. */
public final class TokensStage implements Stage {
    private final List<Subject> tokens;

    /**
     * Of some stores.
     *
     * @param tokens none to measure nothing
     */
    public TokensStage(List<Subject> tokens) {
        this.tokens = List.copyOf(tokens);
    }

    @Override
    public Duration estimate(StageContext run) {
        return run.profile().locks().estimate().multipliedBy(tokens.size());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        LocksPlan plan = run.profile().locks();
        tokens.forEach(token -> open(token, run));
        rates(run, plan.alone(), "consuming %s alone", TokenLine::withAlone);
        rates(
                run,
                plan.contended(),
                "consuming %s in " + plan.contended().processes() + " processes",
                TokenLine::withTogether);
    }

    private static void open(Subject token, StageContext run) {
        LocksPlan plan = run.profile().locks();
        ServerKind kind = token.server();
        String server = null;
        String reason = null;
        try {
            if (kind != null) {
                run.servers().start(kind);
                server = run.servers().describe(kind);
            }
        } catch (ServerUnavailableException e) {
            reason = Secret.redact(String.valueOf(e.getMessage()));
        }
        run.collector()
                .token(new TokenLine(
                        token.name(),
                        token.origin(),
                        server,
                        reason == null ? Row.Status.measured : Row.Status.skipped,
                        reason,
                        null,
                        null,
                        plan.contended().processes(),
                        plan.contended().threads()));
    }

    /** What a rate is of. */
    private interface Found {
        TokenLine in(TokenLine line, double rate);
    }

    private void rates(StageContext run, NodesPlan plan, String what, Found found) throws InterruptedException {
        try (NodeProcesses processes = new NodeProcesses(plan)) {
            for (Subject token : tokens) {
                TokenLine line = run.collector().token(token.name());
                if (line.status() == Row.Status.measured) {
                    run.progress()
                            .step(
                                    String.format(what, token.name()),
                                    run.profile().locks().estimate().dividedBy(2));
                    run.progress().done(rate(run, processes, token, line, found));
                }
            }
        }
    }

    private static String rate(StageContext run, NodeProcesses processes, Subject token, TokenLine line, Found found)
            throws InterruptedException {
        try {
            NodesCheck check =
                    processes.run(token.name(), node -> token.settings().of(node, run.servers()));
            run.collector().token(found.in(line, check.result().idsPerSecond()));
            return Units.number(check.result().idsPerSecond()) + "/s";
        } catch (RuntimeException | Error e) {
            String reason = FailureReason.of(e);
            run.collector().token(line.ended(Row.Status.failed, reason));
            return "failed: " + reason;
        }
    }
}
