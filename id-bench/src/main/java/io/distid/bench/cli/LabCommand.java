package io.distid.bench.cli;

import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands share. Help lists options in the order of the source. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class LabCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    /** An error of the command line, with exit code 2. */
    final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Refuses options other than the effective ones, by their longest names: the caller expects an effect. */
    final void requireEffect(Set<String> effective, String where) {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !effective.contains(name) && !name.equals(Main.VERBOSE))
                .findFirst()
                .ifPresent(name -> {
                    throw wrong(name + " has no effect " + where);
                });
    }
}
