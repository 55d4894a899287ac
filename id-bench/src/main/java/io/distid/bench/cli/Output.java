package io.distid.bench.cli;

import io.distid.bench.results.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;

/** The output of a command: JSON for scripts, or headings and columns for people. */
final class Output {
    private static final String GAP = "  ";
    /** The fewest columns of a terminal that a readable sentence needs. */
    private static final int LEAST_ROOM = 24;

    private final CommandSpec spec;
    private final PrintWriter out;

    Output(CommandSpec spec) {
        this.spec = spec;
        this.out = spec.commandLine().getOut();
    }

    /** Prints a value as JSON, or else in words. */
    void print(boolean json, Object value, Runnable words) {
        if (json) {
            out.println(Json.indented(value));
        } else {
            words.run();
        }
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Bold on a terminal, unless {@code NO_COLOR} is set. */
    void heading(String text) {
        // Interpret only this markup: a provider's text may have any characters.
        out.println(spec.commandLine().getColorScheme().ansi().string("@|bold " + text + "|@"));
    }

    void line(String text) {
        out.println(text);
    }

    void flush() {
        out.flush();
    }

    static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    void text(String text) {
        columns(List.of(List.of(text)));
    }

    /**
     * Prints rows of equal length, each column as wide as its widest cell. The last column wraps at the end of the
     * terminal, as in help, unless too little room is left.
     */
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
        int start = IntStream.of(widths).map(width -> width + GAP.length()).sum() + GAP.length();
        int room = spec.usageMessage().width() - start;
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < last; column++) {
                line.append(GAP).append(row.get(column));
                line.append(" ".repeat(widths[column] - row.get(column).length()));
            }
            line.append(GAP);
            String cell = row.get(last);
            if (cell.length() <= room || room < LEAST_ROOM) {
                out.println(line.append(cell).toString().stripTrailing());
            } else {
                out.print(broken(line.toString(), cell, room));
            }
        }
        out.flush();
    }

    private String broken(String line, String cell, int room) {
        ColorScheme scheme = spec.commandLine().getColorScheme();
        TextTable table = TextTable.forColumns(
                scheme,
                new Column(line.length(), 0, Column.Overflow.TRUNCATE),
                new Column(room, 0, Column.Overflow.WRAP));
        table.addRowValues(line, cell);
        return table.toString();
    }
}
