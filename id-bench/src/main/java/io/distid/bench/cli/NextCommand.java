package io.distid.bench.cli;

import io.distid.IdGenerator;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints ids, one a line. */
@Command(
        name = "next",
        description = "Opens a strategy and prints ids as text, one a line.",
        footer = {
            "",
            "Examples:",
            "  id-bench next uuid-v7",
            "  id-bench next snowflake -n 5 -Dworker.id=7",
            "  id-bench next redis-incr -Durl=redis://localhost -Dkey=orders -Dcreate=true",
            "",
            "Exit codes: 0 all printed, 1 the strategy failed or the output could not be written, 2 wrong flags or settings."
        })
final class NextCommand extends LabCommand {
    private static final long MOST = 1_000_000_000;

    @Parameters(paramLabel = "<strategy>", completionCandidates = StrategyNames.class, description = "Its name.")
    private String strategy;

    @Option(names = "-n", paramLabel = "<n>", description = "How many, 1 to 1000000000. Default: 1")
    private long count = 1;

    @Mixin
    private SettingFlags settings;

    @Override
    public Integer call() {
        FlagRange.require(spec, "-n", count, 1, MOST);
        PrintWriter out = spec.commandLine().getOut();
        try (IdGenerator generator = settings.openAndWarn(strategy)) {
            for (long printed = 0; printed < count; printed++) {
                out.println(generator.nextText());
                // Checked for each id: if nobody can read the output, stop.
                if (out.checkError()) {
                    spec.commandLine().getErr().println("The output was closed or is full, at id " + (printed + 1));
                    return ExitCodes.FAILED;
                }
            }
        }
        return ExitCodes.OK;
    }
}
