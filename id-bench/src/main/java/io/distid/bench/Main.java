package io.distid.bench;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.bench.bars.BarsCommand;
import io.distid.bench.cli.DecodeCommand;
import io.distid.bench.cli.DescribeCommand;
import io.distid.bench.cli.ListCommand;
import io.distid.bench.cli.NextCommand;
import io.distid.bench.cli.ReportCommand;
import io.distid.bench.cli.VerifyCommand;
import io.distid.spi.Secret;
import java.io.PrintWriter;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The lab's command line. Without the name of a command it compares. */
@Command(
        name = "id-bench",
        description = "Compares distributed ID strategies on real servers.",
        mixinStandardHelpOptions = true,
        version = "distid 0.1.0-SNAPSHOT",
        subcommands = {
            CompareCommand.class,
            ReportCommand.class,
            BarsCommand.class,
            ListCommand.class,
            DescribeCommand.class,
            NextCommand.class,
            DecodeCommand.class,
            VerifyCommand.class,
            AutoComplete.GenerateCompletion.class
        },
        footer = {
            "",
            "Without a command: compare. Examples, with Maven from the root of the source:",
            "  mvn -pl id-bench",
            "  mvn -pl id-bench -Dargs=\"--profile tiny --strategies snowflake,uuid-v7\"",
            "  mvn -pl id-bench -Dargs=\"compare before/results.json after/results.json\"",
            "  mvn -pl id-bench -Dargs=\"describe snowflake\"",
            "And with the jar that mvn package makes:",
            "  java -jar id-bench/target/id-bench.jar next uuid-v7 -n 3",
            "",
            "Exit codes: 0 all claims of distid held (skipped strategies included), 1 one of its strategies failed,",
            "2 wrong flags or no report could be written, 130 interrupted. Other commands tell theirs in their --help.",
            "Colours: none where NO_COLOR is set."
        })
public final class Main {
    private static final List<String> OWN_FLAGS = List.of("-h", "--help", "-V", "--version");

    private Main() {}

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        // A library's warning takes one line on standard error, unless the operator has another format.
        System.getProperties().putIfAbsent("java.util.logging.SimpleFormatter.format", "%4$s: %5$s%6$s%n");
        CommandLine line = commands();
        System.exit(line.execute(withDefault(line, args)));
    }

    /** The same in this JVM, with what it prints. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = commands().setOut(out).setErr(err);
        return line.execute(withDefault(line, args));
    }

    private static CommandLine commands() {
        CommandLine line = new CommandLine(new Main());
        // The last one counts, so that a flag can be added to a command that has it already.
        line.setOverwrittenOptionsAllowed(true);
        line.setParameterExceptionHandler(Main::refuse);
        line.setExecutionExceptionHandler(Main::failed);
        line.getSubcommands().get(DecodeCommand.NAME).setUnmatchedOptionsArePositionalParams(true);
        return line;
    }

    /** Flags alone are meant for the default; a word that is no command is for the parser to refuse. */
    private static String[] withDefault(CommandLine line, String[] args) {
        if (args.length > 0 && (!args[0].startsWith("-") || OWN_FLAGS.contains(args[0]))) {
            return args;
        }
        String[] all = new String[args.length + 1];
        all[0] = CompareCommand.NAME;
        System.arraycopy(args, 0, all, 1, args.length);
        return all;
    }

    /** One line that says what is wrong, rather than a page of help with it. */
    private static int refuse(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        String message = line.getParent() == null && args.length > 0 && !args[0].startsWith("-")
                ? "unknown command \"" + args[0] + "\": must be one of "
                        + String.join(", ", line.getSubcommands().keySet())
                : String.valueOf(e.getMessage());
        return refuse(line, message);
    }

    private static int refuse(CommandLine line, String message) {
        line.getErr()
                .println(Secret.redact(message) + " (see "
                        + line.getCommandSpec().qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    /** What a strategy says of itself is for the operator, and needs no stack trace; anything else does. */
    private static int failed(Exception e, CommandLine line, ParseResult parsed) throws Exception {
        if (e instanceof ConfigException) {
            return refuse(line, String.valueOf(e.getMessage()));
        }
        if (e instanceof IdException) {
            line.getErr().println(Secret.redact(String.valueOf(e.getMessage())));
            return CommandLine.ExitCode.SOFTWARE;
        }
        throw e;
    }
}
