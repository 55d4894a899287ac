package io.distid.bench;

import io.distid.bench.bars.BarsCommand;
import io.distid.spi.Secret;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The lab's command line. Without the name of a command it compares. */
@Command(
        name = "id-bench",
        description = "Compares distributed ID strategies on real servers.",
        mixinStandardHelpOptions = true,
        version = "distid 0.1.0-SNAPSHOT",
        subcommands = {CompareCommand.class, BarsCommand.class},
        footer = {
            "",
            "Without a command: compare. Examples, with Maven from the root of the source:",
            "  mvn -pl id-bench",
            "  mvn -pl id-bench -Dargs=\"--profile tiny --strategies snowflake,uuid-v7\"",
            "",
            "Exit codes: 0 all claims held (skipped strategies included), 1 a strategy failed,",
            "2 wrong flags or no report could be written, 130 interrupted."
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
        System.exit(run(args));
    }

    static int run(String... args) {
        CommandLine line = new CommandLine(new Main());
        // The last one counts, so that a flag can be added to a command that has it already.
        line.setOverwrittenOptionsAllowed(true);
        line.setParameterExceptionHandler(Main::refuse);
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            throw e;
        });
        return line.execute(withDefault(line, args));
    }

    private static String[] withDefault(CommandLine line, String[] args) {
        if (args.length > 0 && (line.getSubcommands().containsKey(args[0]) || OWN_FLAGS.contains(args[0]))) {
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
        line.getErr().println(Secret.redact(String.valueOf(e.getMessage())));
        line.getErr().println("Given: " + Secret.redact(String.join(" ", args)) + "; --help lists what is allowed.");
        return CommandLine.ExitCode.USAGE;
    }
}
