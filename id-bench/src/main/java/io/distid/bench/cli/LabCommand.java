package io.distid.bench.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands share. Help lists options in the order of the source. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class LabCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    /** Runs the command, and returns its exit code. */
    @Override
    public abstract Integer call() throws Exception;

    /** An error of the command line, with exit code 2. */
    final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
