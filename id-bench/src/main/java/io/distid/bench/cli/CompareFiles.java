package io.distid.bench.cli;

import io.distid.bench.diff.Diff;
import io.distid.bench.diff.DiffView;
import io.distid.bench.diff.RunDiff;
import io.distid.bench.results.Json;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@code compare} with two files. */
record CompareFiles(LabCommand command, List<Path> files, double tolerance, boolean json) {
    static final Set<String> FLAGS = Set.of("--tolerance", "--json");

    int call() {
        if (files.size() != 2) {
            throw command.wrong("compare takes two results.json, the older one first, or none, not " + files.size()
                    + ": " + String.join(" ", files.stream().map(Path::toString).toList()));
        }
        command.requireEffect(FLAGS, "with two files: nothing is measured");
        if (!(tolerance >= 0 && tolerance <= 100)) {
            throw command.wrong("--tolerance is " + tolerance + ": must be from 0 to 100");
        }
        Results old = read(files.get(0));
        Results now = read(files.get(1));
        Diff diff = RunDiff.of(files.get(0).toString(), old, files.get(1).toString(), now, tolerance / 100);
        PrintWriter out = command.spec.commandLine().getOut();
        out.println(json ? Json.indented(diff) : DiffView.of(diff));
        out.flush();
        return diff.isWorse() ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private Results read(Path file) {
        try {
            return ResultsFile.read(file);
        } catch (IOException e) {
            throw command.wrong(e.getMessage());
        }
    }
}
