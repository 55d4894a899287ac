package io.distid.bench.cli;

import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Refuses options that would have no effect: the caller expects one. */
final class NoEffect {
    private NoEffect() {}

    /**
     * Refuses the options that are not among the effective ones.
     *
     * @param effective their longest names
     * @param where they are not, such as {@code with --file}
     */
    static void refuse(CommandSpec spec, Set<String> effective, String where) {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !effective.contains(name) && !name.equals(Main.VERBOSE))
                .findFirst()
                .ifPresent(name -> {
                    throw new ParameterException(spec.commandLine(), name + " has no effect " + where);
                });
    }
}
