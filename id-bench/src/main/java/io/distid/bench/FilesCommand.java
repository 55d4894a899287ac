package io.distid.bench;

import io.distid.bench.diff.Diff;
import io.distid.bench.diff.DiffView;
import io.distid.bench.diff.RunDiff;
import io.distid.bench.report.Results;
import io.distid.bench.report.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code compare} with two files. */
final class FilesCommand implements Callable<Integer> {
    private static final Set<String> FLAGS = Set.of("--tolerance", "--json");

    private final CommandSpec spec;
    private final List<Path> files;
    private final double tolerance;
    private final boolean json;

    FilesCommand(CommandSpec spec, List<Path> files, double tolerance, boolean json) {
        this.spec = spec;
        this.files = files;
        this.tolerance = tolerance;
        this.json = json;
    }

    @Override
    public Integer call() {
        if (files.size() != 2) {
            throw wrong("compare takes two results.json, the older one first, or none, not " + files.size() + ": "
                    + String.join(" ", files.stream().map(Path::toString).toList()));
        }
        spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !FLAGS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw wrong(name + " is for measuring: with two files nothing is measured");
                });
        if (!(tolerance >= 0 && tolerance <= 100)) {
            throw wrong("--tolerance is " + tolerance + ": must be from 0 to 100");
        }
        Results old = read(files.get(0));
        Results now = read(files.get(1));
        Diff diff = RunDiff.of(files.get(0).toString(), old, files.get(1).toString(), now, tolerance / 100);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? json(diff) : DiffView.of(diff));
        out.flush();
        return diff.isWorse() ? CompareCommand.FAILED : 0;
    }

    private static String json(Diff diff) {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .build()
                .writeValueAsString(diff);
    }

    private Results read(Path file) {
        try {
            return ResultsFile.read(file);
        } catch (IOException e) {
            throw wrong(e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
