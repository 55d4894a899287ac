package io.distid.bench.report;

import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table of faults in Markdown: the matrix, the faults in words, and a line for each cell with further findings. */
final class FaultsMarkdown {
    private static final double MILLIS = 1000;

    private FaultsMarkdown() {}

    /** All that was found. */
    static String document(FaultTable table) {
        return "# Faults\n\n" + verdicts(table, "##") + "\n## The faults\n\n"
                + MarkdownTable.of(
                        table.faults(),
                        List.of(
                                MarkdownTable.text("fault", FaultTable.Column::name),
                                MarkdownTable.text("what is done", FaultTable.Column::sentence)))
                + "\n## The cells\n\n" + cells(table) + "\n" + run(table);
    }

    /** The section in the report of a comparison. It leaves out the cells: they would be as long as all the rest. */
    static String section(FaultTable table) {
        return "\n## Faults\n\n" + verdicts(table, "###")
                + "\nWhat happened in each cell, and when, is on the page, `report.html`.\n\n" + run(table);
    }

    /** The matrix, with an explanation before it. */
    private static String verdicts(FaultTable table, String heading) {
        StringBuilder text = new StringBuilder();
        text.append(
                        "A cell says what the fault did to the ids of the row: `unique`; `repeats`; `stops`, which refuses with an error and stays")
                .append(
                        " unique; `hangs`; `not shown`, where it was not proven that the fault happened; `n/a`. `~` marks an order that is")
                .append(
                        " claimed and did not hold. All ids were written down as they were handed out, and compared exactly.\n\n");
        text.append(table.unproven()
                        .map(reason -> "**" + reason + "**")
                        .orElse("The control, " + table.control() + ", repeats where it must."))
                .append("\n\n");
        table.unshown().ifPresent(reason -> text.append("**").append(reason).append("**\n\n"));
        if (table.contradictions().isEmpty()) {
            text.append("No claim of distid is contradicted.\n");
        } else {
            text.append("**Claims of distid that do not hold:**\n\n");
            table.contradictions()
                    .forEach(line -> text.append("- ").append(line).append('\n'));
        }
        for (FaultTable.Group group : table.groups()) {
            text.append('\n')
                    .append(heading)
                    .append(' ')
                    .append(title(group.name()))
                    .append("\n\n")
                    .append(matrix(table, group));
        }
        if (!table.notShown().isEmpty()) {
            text.append("\nNot shown:\n\n");
            table.notShown()
                    .forEach(reason -> text.append("- ")
                            .append(reason.text())
                            .append(reason.cells() == 1 ? "" : " (" + reason.cells() + " cells)")
                            .append('\n'));
        }
        return text.toString();
    }

    private static String title(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static String run(FaultTable table) {
        return "Run on " + table.date() + ", revision " + table.gitRevision() + ", profile " + table.profile()
                + ", seed "
                + table.seed() + ", on " + table.machine().cores() + " cores of "
                + table.machine().cpu() + ", " + table.machine().jvm()
                + (table.servers().isEmpty() ? "" : ", " + String.join(", ", table.servers())) + ".\n";
    }

    private static String matrix(FaultTable table, FaultTable.Group group) {
        List<MarkdownTable.Column<String>> columns = new ArrayList<>();
        columns.add(MarkdownTable.text("", subject -> subject));
        for (FaultTable.Column fault : group.faults()) {
            columns.add(MarkdownTable.text(
                    fault.title(),
                    subject -> table.cell(subject, fault.name())
                            .map(FaultsMarkdown::word)
                            .orElse(null)));
        }
        return MarkdownTable.of(table.subjects(), columns);
    }

    private static String word(FaultCell cell) {
        String word = cell.verdict() == Verdict.REPEATS || cell.contradiction() != null
                ? "**" + cell.verdict().word() + "**"
                : cell.verdict().word();
        return word + (cell.brokenOrder() == null ? "" : " ~");
    }

    private static String cells(FaultTable table) {
        return MarkdownTable.of(
                table.cells().stream()
                        .filter(cell -> cell.verdict() != Verdict.NOT_APPLICABLE)
                        .toList(),
                List.of(
                        MarkdownTable.text(
                                "subject",
                                cell -> cell.subject() + (cell.library() == null ? "" : " (" + cell.library() + ")")),
                        MarkdownTable.text("fault", FaultCell::fault),
                        MarkdownTable.text("verdict", FaultsMarkdown::word),
                        MarkdownTable.text("proof", FaultCell::reason),
                        MarkdownTable.number("ids", cell -> cell.ids() == 0 ? null : String.valueOf(cell.ids())),
                        MarkdownTable.number(
                                "repeats", cell -> cell.ids() == 0 ? null : String.valueOf(cell.repeats())),
                        MarkdownTable.text("first repeat", FaultCell::firstRepeat),
                        MarkdownTable.number("longest without ids", cell -> seconds(cell.longestGapMillis())),
                        MarkdownTable.text("errors", FaultsMarkdown::errors),
                        MarkdownTable.text(
                                "went on", cell -> cell.ids() == 0 ? null : cell.wentOn() ? "by itself" : "no"),
                        MarkdownTable.text("broken order", FaultCell::brokenOrder),
                        MarkdownTable.text("what can repeat", FaultCell::canRepeat),
                        MarkdownTable.text("what a peer's documentation says", FaultCell::documented)));
    }

    private static @Nullable String seconds(@Nullable Long millis) {
        return millis == null ? null : String.format(Locale.ROOT, "%.1f s", millis / MILLIS);
    }

    private static @Nullable String errors(FaultCell cell) {
        return cell.errors().isEmpty()
                ? null
                : cell.errors().entrySet().stream()
                        .map(error -> error.getValue() + " " + error.getKey())
                        .collect(Collectors.joining(", "));
    }
}
