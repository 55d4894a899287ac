package io.distid.bench.cli;

import io.distid.ConfigException;
import io.distid.bench.lab.Comparison;
import java.time.DateTimeException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What the exit code of every command means; what counts as failed says each command's help, and of a comparison {@link Comparison} decides it. Stateless: safe for use by any number of threads. */
public final class ExitCodes {
    /** What was asked for was done, and what was checked holds. */
    public static final int OK = CommandLine.ExitCode.OK;

    /** A strategy, its backend or a check failed. */
    public static final int FAILED = CommandLine.ExitCode.SOFTWARE;

    /** The command line, a setting, a file or a folder is wrong. */
    public static final int USAGE = CommandLine.ExitCode.USAGE;

    /** Nothing that was checked failed, and of something too few ids could be drawn to show that it holds. */
    static final int NOT_SHOWN = 3;

    /** A signal from the keyboard ended it: 128 and the signal's number, as shells have it. */
    static final int INTERRUPTED = 130;

    private ExitCodes() {}

    /** Of a command that ended by an error: the command line's or the settings' own are the operator's to mend. */
    static int of(Exception e) {
        if (e instanceof ParameterException || isOfSettings(e)) {
            return USAGE;
        }
        return e instanceof InterruptedException ? INTERRUPTED : FAILED;
    }

    /** What reads settings and finds them out of range throws the last three. */
    private static boolean isOfSettings(Exception e) {
        return e instanceof ConfigException
                || e instanceof IllegalArgumentException
                || e instanceof ArithmeticException
                || e instanceof DateTimeException;
    }

    /**
     * Of a comparison.
     *
     * @param outcome how it ended
     * @param lacksAllNamed whether nothing could be measured of what the command line named
     */
    public static int of(Comparison.Outcome outcome, boolean lacksAllNamed) {
        return switch (outcome) {
            case HELD -> lacksAllNamed ? FAILED : OK;
            case FAILED -> FAILED;
            case NOT_SHOWN -> NOT_SHOWN;
            case INTERRUPTED -> INTERRUPTED;
        };
    }
}
