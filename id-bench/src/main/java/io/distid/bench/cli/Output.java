package io.distid.bench.cli;

import io.distid.bench.results.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;

/** What a command prints: JSON for scripts, or headings and columns for people. */
final class Output {
    private final CommandSpec spec;
    private final PrintWriter out;

    Output(CommandSpec spec) {
        this.spec = spec;
        this.out = spec.commandLine().getOut();
    }

    void json(Object value) {
        out.println(Json.indented(value));
    }

    /** Bold on a terminal, unless {@code NO_COLOR} is set. */
    void heading(String text) {
        // Only the markup is interpreted: a text may hold whatever a provider's author wrote.
        out.println(spec.commandLine().getColorScheme().ansi().string("@|bold " + text + "|@"));
    }

    void line(String text) {
        out.println(text);
    }

    /** Rows of equal length, each column as wide as its widest cell. */
    void columns(List<List<String>> rows) {
        if (rows.isEmpty()) {
            out.println("  none");
            return;
        }
        int last = rows.get(0).size() - 1;
        int[] widths = IntStream.range(0, last)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < last; column++) {
                line.append("  ").append(row.get(column));
                line.append(" ".repeat(widths[column] - row.get(column).length()));
            }
            out.println(line.append("  ").append(row.get(last)).toString().stripTrailing());
        }
    }
}
