package io.distid.bench.cli;

import io.distid.IdGenerator;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints ids, one a line. Not safe for use by several threads: each run of the command makes one. */
@Command(
        name = "next",
        description = "Opens a strategy and prints ids as text, one a line.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench next uuid-v7",
            "  id-bench next snowflake -n 5 -Dworker.id=7",
            "  id-bench next redis-incr -Durl=redis://localhost -Dkey=orders -Dcreate=true",
            "",
            "Exit codes: 0 all printed, 1 the strategy failed or the output could not be written, "
                    + "2 wrong flags or settings."
        })
public final class NextCommand implements Callable<Integer> {
    private static final long MOST = 1_000_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<strategy>", completionCandidates = StrategyNames.class, description = "Its name.")
    private String strategy;

    @Option(names = "-n", paramLabel = "<n>", defaultValue = "1", description = "How many, 1 to 1000000000. Default: 1")
    private long count;

    @Mixin
    private SettingFlags settings;

    /** Prints. */
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
