package io.distid.bench.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses numbers that a flag does not allow. Stateless: safe for use by any number of threads. */
public final class FlagRange {
    private FlagRange() {}

    /** Returns the value; one that is less or more is an error of the flag. */
    public static long require(CommandSpec spec, String flag, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(
                    spec.commandLine(), flag + " is " + value + ": must be from " + least + " to " + most);
        }
        return value;
    }

    public static int require(CommandSpec spec, String flag, int value, int least, int most) {
        return (int) require(spec, flag, (long) value, least, most);
    }
}
