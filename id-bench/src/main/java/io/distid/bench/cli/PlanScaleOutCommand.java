package io.distid.bench.cli;

import io.distid.db.ScaleOutPlan;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the statements that add a server. */
@Command(
        name = "plan-scale-out",
        description = {
            "Prints the statements that add a server to those that share numbers by increment and offset, in order.",
            "Reads the servers, and changes nothing."
        },
        footer = {
            "",
            "Example:",
            "  id-bench plan-scale-out mysql-replace-into -Duser=admin \\",
            "    -Durl=\"jdbc:mysql://a/ids jdbc:mysql://b/ids\" --add jdbc:mysql://c/ids",
            "",
            "Exit codes: 0 printed, 1 a server did not answer, 2 wrong flags or settings, or numbers could repeat."
        })
final class PlanScaleOutCommand extends LabCommand {
    private static final List<String> STRATEGIES = List.of("mysql-auto-increment", "mysql-replace-into");
    private static final long MOST = 1L << 60;

    @Parameters(paramLabel = "<strategy>", description = "mysql-auto-increment or mysql-replace-into.")
    private String strategy;

    @Option(names = "--add", required = true, paramLabel = "<url>", description = "The server to add.")
    private String added;

    @Option(
            names = "--gap",
            paramLabel = "<n>",
            description = "More numbers than are issued until the last step is done. Default: 1000000000")
    private long gap = 1_000_000_000;

    @Option(
            names = "--from",
            paramLabel = "<n>",
            description = "Where the new numbers begin, as the interrupted plan said.")
    private @Nullable Long from;

    @Mixin
    private SettingFlags settings;

    @Override
    public Integer call() {
        if (!STRATEGIES.contains(strategy)) {
            throw wrong("<strategy> is " + strategy + ": must be one of " + String.join(", ", STRATEGIES));
        }
        FlagRange.require(spec, "--gap", gap, 1, MOST);
        if (from != null && from < 1) {
            throw wrong("--from is " + from + ": must be at least 1");
        }
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        Map<String, String> running = settings.own();
        // Change nothing, whatever the settings of the generators say.
        running.put("create", "false");
        Map<String, String> fresh = new HashMap<>(running);
        fresh.put("url", added);
        ScaleOutPlan plan = ScaleOutPlan.of(
                IdConfig.of(provider, running),
                IdConfig.of(provider, fresh),
                gap,
                from == null ? OptionalLong.empty() : OptionalLong.of(from));
        print(plan);
        return ExitCodes.OK;
    }

    private void print(ScaleOutPlan plan) {
        Output output = new Output(spec);
        if (plan.steps().isEmpty()) {
            output.line("-- Nothing is left to do: all servers count by " + plan.increment() + " from " + plan.from()
                    + " on.");
            return;
        }
        output.line("""
                -- Numbers of table %s from %s on are issued by increment %s, all below by the old one.
                -- Run each line as an administrator, in this order. If the plan is interrupted: --from=%2$s
                -- Clients must not be administrators: read_only does not stop those. Open no generator before
                -- the last line is through, then open all again, with all servers in url.\
                """.formatted(plan.table(), plan.from(), plan.increment()));
        for (ScaleOutPlan.Step step : plan.steps()) {
            output.line("");
            output.line("-- " + (step.added() ? "The new server, " : "Server ") + step.server());
            for (String statement : step.statements()) {
                if (statement.startsWith("SELECT")) {
                    output.line("-- Run what this prints, so that no session is left that counts as before:");
                }
                output.line(statement + ";");
                if (statement.contains("auto_increment_offset")) {
                    output.line("-- Now write both into its my.cnf, or SET PERSIST them, or a restart forgets them.");
                }
            }
        }
    }
}
