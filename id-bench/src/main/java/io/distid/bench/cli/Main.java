package io.distid.bench.cli;

import io.distid.bench.choice.Recommendation;
import io.distid.bench.jvm.LabSecrets;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The lab's command line. The default command is the comparison. For use by one thread. */
@Command(
        name = "id-bench",
        description = "Compares distributed ID strategies on real servers.",
        mixinStandardHelpOptions = true,
        version = "distid " + Recommendation.VERSION,
        subcommands = {
            CompareCommand.class,
            ReportCommand.class,
            FaultsCommand.class,
            ChooseCommand.class,
            ListCommand.class,
            DescribeCommand.class,
            NextCommand.class,
            DecodeCommand.class,
            DrawCommand.class,
            VerifyCommand.class,
            LeasesCommand.class,
            PlanScaleOutCommand.class,
            AutoComplete.GenerateCompletion.class
        },
        footer = {
            "",
            "Without a command: compare. Examples, with Maven from the root of the source:",
            "  mvn -pl id-bench",
            "  mvn -pl id-bench -Dargs=\"--profile tiny --strategies snowflake,uuid-v7\"",
            "  mvn -pl id-bench -Dargs=\"compare before/results.json after/results.json\"",
            "  mvn -pl id-bench -Dargs=\"choose\"",
            "  mvn -pl id-bench -Dargs=\"describe snowflake\"",
            "And with the jar that mvn package makes:",
            "  java -jar id-bench/target/id-bench.jar next uuid-v7 -n 3",
            "",
            "Exit codes: 0 all claims of distid held (skipped strategies included), 1 one of its strategies, locks, tokens or "
                    + "entities failed, 2 wrong flags or no report could be written, 130 interrupted. compare --help says more; those of "
                    + "other commands are in their --help.",
            "An error is the last line on standard error; --verbose shows more of it.",
            "Colours: none where NO_COLOR is set."
        })
public final class Main {
    static final String VERBOSE = "--verbose";

    private static final List<String> OWN_FLAGS = List.of("-h", "--help", "-V", "--version");

    @Option(
            names = VERBOSE,
            scope = ScopeType.INHERIT,
            description = "Prints what client libraries log, and where an error comes from.")
    private boolean verbose;

    Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] args, Object... more) {
        Logs.quiet();
        System.exit(run(commands(more), args));
    }

    static int run(CommandLine line, String... args) {
        return line.execute(withDefault(args));
    }

    static CommandLine commands(Object... more) {
        CommandLine line = new CommandLine(new Main());
        for (Object command : more) {
            line.addSubcommand(command);
        }
        // The last one counts, so that a flag can be added to a command that has it already.
        line.setOverwrittenOptionsAllowed(true);
        TypedValues.register(line);
        OneLineErrors errors = new OneLineErrors();
        line.setParameterExceptionHandler(errors);
        line.setExecutionExceptionHandler(errors);
        line.setExecutionStrategy(parsed -> {
            if (isVerbose(line)) {
                Logs.verbose();
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        line.getSubcommands().get(DecodeCommand.NAME).setUnmatchedOptionsArePositionalParams(true);
        return line;
    }

    static boolean isVerbose(CommandLine line) {
        return ((Main) line.getCommandSpec().root().userObject()).verbose;
    }

    /** Flags alone are for the default command. The parser refuses a word that is not a command. */
    private static String[] withDefault(String[] args) {
        LabSecrets.know(args);
        List<String> words = new ArrayList<>(List.of(args));
        // The flag may also come before the command. Alone it does not name a command.
        boolean verbose = words.remove(VERBOSE);
        if (words.isEmpty() || words.get(0).startsWith("-") && !OWN_FLAGS.contains(words.get(0))) {
            words.add(0, CompareCommand.NAME);
        }
        if (verbose) {
            words.add(1, VERBOSE);
        }
        return words.toArray(String[]::new);
    }
}
