package io.distid.bench.report;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table in Markdown, without columns that are empty in all of its rows. */
final class MarkdownTable {
    private MarkdownTable() {}

    /** A column: its title, whether it is aligned right, and its text for a row, null for none. */
    record Column<R>(String title, boolean number, Function<R, @Nullable String> text) {}

    static <R> Column<R> text(String title, Function<R, @Nullable String> text) {
        return new Column<>(title, false, text);
    }

    static <R> Column<R> number(String title, Function<R, @Nullable String> text) {
        return new Column<>(title, true, text);
    }

    /** A table below a title and a sentence. */
    static <R> String section(String title, String sentence, List<R> rows, List<Column<R>> columns) {
        return "\n## " + title + "\n\n" + sentence + "\n\n" + of(rows, columns);
    }

    static <R> String of(List<R> rows, List<Column<R>> columns) {
        List<Column<R>> shown = columns.stream()
                .filter(column -> rows.isEmpty()
                        || rows.stream().anyMatch(row -> column.text().apply(row) != null))
                .toList();
        StringBuilder table = new StringBuilder("|");
        shown.forEach(column -> table.append(' ').append(column.title()).append(" |"));
        table.append("\n|");
        shown.forEach(column -> table.append(column.number() ? "---:|" : "---|"));
        table.append('\n');
        for (R row : rows) {
            table.append('|');
            for (Column<R> column : shown) {
                String value = column.text().apply(row);
                table.append(' ').append(value == null ? "" : cell(value)).append(" |");
            }
            table.append('\n');
        }
        return table.toString();
    }

    /** A value that neither ends its cell nor its row. */
    static String cell(String value) {
        return value.replace("|", "\\|").replace('\n', ' ');
    }
}
