package io.distid.bench.cli;

import io.distid.IdException;
import io.distid.bench.jvm.LabSecrets;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports an error in one line, the last on standard error. {@link ExitCodes#of(Exception)} gives the exit code. {@code
 * --verbose} prints the stack trace before the line.
 */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final int LONGEST_VALUE = 100;

    private static final int LONGEST_REDACTED = 8_192;
    private static final Pattern LONG_WORD = Pattern.compile("\\S{1000,}+");

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        return refuse(e, e.getCommandLine(), withShortValues(message(e, args), List.of(args)));
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
        int code = ExitCodes.of(e);
        if (code == ExitCodes.USAGE) {
            return refuse(e, line, withShortValues(String.valueOf(e.getMessage()), parsed.originalArgs()));
        }
        trace(e, line);
        line.getErr().println(code == ExitCodes.INTERRUPTED ? "interrupted" : inOneLine(reason(e)));
        return code;
    }

    private static int refuse(Exception e, CommandLine line, String message) {
        if (!(e instanceof ParameterException)) {
            trace(e, line);
        }
        line.getErr()
                .println(inOneLine(message) + " (see " + line.getCommandSpec().qualifiedName() + " --help)");
        return ExitCodes.USAGE;
    }

    private static void trace(Exception e, CommandLine line) {
        if (Main.isVerbose(line)) {
            Logs.end();
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace, true));
            line.getErr().print(LabSecrets.hide(trace.toString()));
        }
    }

    private static String message(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        String moved = UnknownArguments.moved(e, args);
        if (moved != null) {
            return moved;
        }
        if (line.getParent() == null && args.length > 0 && !args[0].startsWith("-")) {
            return "unknown command \"" + args[0] + "\": must be one of "
                    + String.join(", ", line.getSubcommands().keySet());
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            return UnknownArguments.message(unmatched.getUnmatched());
        }
        if (e.getArgSpec() != null
                && e.getArgSpec().isOption()
                && e.getArgSpec().paramLabel().equals("<key=value>")) {
            // Do not show the word: it may be a password without its key.
            return "-D takes <key=value>, such as -Dworker.id=7";
        }
        return String.valueOf(e.getMessage());
    }

    private static String reason(Exception e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof ServerUnavailableException) {
            return "no server: " + message;
        }
        if (e instanceof FileSystemException file && file.getReason() == null) {
            String what = file instanceof AccessDeniedException
                    ? "access denied"
                    : file.getClass().getSimpleName();
            return file.getFile() + ": " + what;
        }
        if (e instanceof IdException
                || e instanceof IllegalStateException
                || e instanceof IOException
                || e instanceof UncheckedIOException) {
            return message;
        }
        return e + " (--verbose shows where)";
    }

    /** A very long argument, pasted by mistake, would hide the error. */
    private static String withShortValues(String message, List<String> args) {
        // Secrets are hidden before values are cut: half a URL is not recognized. Very long words are left out:
        // searching them for secrets would take seconds.
        String text = LabSecrets.hide(
                message.length() > LONGEST_REDACTED ? LONG_WORD.matcher(message).replaceAll("...") : message);
        for (String arg : args) {
            for (String value : List.of(arg, arg.substring(arg.indexOf('=') + 1))) {
                if (value.length() > LONGEST_VALUE) {
                    text = text.replace(value, value.substring(0, LONGEST_VALUE) + "...");
                }
            }
        }
        return text;
    }

    /** Removes passwords, and characters that could move the cursor or end the line. */
    private static String inOneLine(String message) {
        return LabSecrets.hide(message).replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }
}
