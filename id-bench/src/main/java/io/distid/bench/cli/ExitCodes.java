package io.distid.bench.cli;

import io.distid.ConfigException;
import io.distid.bench.lab.Comparison;
import java.time.DateTimeException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The exit codes of all commands. Each command's help says what counts as failed. A {@link Comparison} failed if a row did: {@code
 * IdCheckStage} decides that for duplicates and a broken order. Stateless: safe for use by any number of threads.
 */
public final class ExitCodes {
    /** The command succeeded, and all that it checked holds. */
    public static final int OK = CommandLine.ExitCode.OK;

    /** A strategy, its backend or a check failed. */
    public static final int FAILED = CommandLine.ExitCode.SOFTWARE;

    /** The command line, a setting, a file or a folder is wrong. */
    public static final int USAGE = CommandLine.ExitCode.USAGE;

    /** No check failed, but some check had too few ids for a verdict. */
    static final int NOT_SHOWN = 3;

    /** A signal from the keyboard ended it: 128 and the signal's number, as in shells. */
    static final int INTERRUPTED = 130;

    private ExitCodes() {}

    /** The exit code after an error. Errors of the command line or the settings count as wrong usage. */
    static int of(Exception e) {
        // Code that reads settings throws the last three if a value is out of range.
        if (e instanceof ParameterException
                || e instanceof ConfigException
                || e instanceof IllegalArgumentException
                || e instanceof ArithmeticException
                || e instanceof DateTimeException) {
            return USAGE;
        }
        return e instanceof InterruptedException ? INTERRUPTED : FAILED;
    }

    /** The exit code of a check; {@code notShown}: why nothing is shown, or null. */
    static int of(boolean held, @Nullable String notShown) {
        return !held ? FAILED : notShown == null ? OK : NOT_SHOWN;
    }

    /** The exit code of a comparison; {@code lacksAllNamed}: nothing that was named could be measured. */
    public static int of(Comparison.Outcome outcome, boolean lacksAllNamed) {
        return switch (outcome) {
            case HELD -> lacksAllNamed ? FAILED : OK;
            case FAILED -> FAILED;
            case NOT_SHOWN -> NOT_SHOWN;
            case INTERRUPTED -> INTERRUPTED;
        };
    }
}
