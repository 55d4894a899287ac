package io.distid.bench.report;

import static io.distid.bench.report.MarkdownTable.number;
import static io.distid.bench.report.MarkdownTable.text;

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
    private FaultsMarkdown() {}

    /** All that was found. */
    static String document(FaultTable table) {
        return "# Faults\n\n" + verdicts(table, "##") + "\n## The faults\n\n"
                + MarkdownTable.of(
                        table.faults(),
                        List.of(
                                text("fault", FaultTable.Column::name),
                                text("what is done", FaultTable.Column::sentence)))
                + "\n## The cells\n\n" + cells(table) + "\n" + run(table);
    }

    /** The section in the report of a comparison. It leaves out the cells: they would be as long as all the rest. */
    static String section(FaultTable table) {
        return "\n## Faults\n\n" + verdicts(table, "###")
                + "\nWhat happened in each cell, and when, is on the page, `report.html`.\n\n" + run(table);
    }

    /** The matrix, with an explanation before it. */
    private static String verdicts(FaultTable table, String heading) {
        StringBuilder text = new StringBuilder("""
                A cell says what the fault did to the ids of the row: `unique`; `repeats`; `stops`, which refuses with an error and stays \
                unique; `hangs`; `not shown`, where it was not proven that the fault happened; `n/a`. `~` marks an order that is \
                claimed and did not hold. All ids were written down as they were handed out, and compared exactly.

                """);
        text.append(table.unproven()
                        .map(reason -> "**" + reason + "**")
                        .orElse("The control, " + table.control() + ", repeats where it must."))
                .append("\n\n");
        table.unshown().ifPresent(reason -> text.append("**" + reason + "**\n\n"));
        text.append(
                table.contradictions().isEmpty()
                        ? "No claim of distid is contradicted.\n"
                        : "**Claims of distid that do not hold:**\n\n");
        table.contradictions().forEach(line -> text.append("- " + line + "\n"));
        table.groups()
                .forEach(group -> text.append(
                        "\n" + heading + " " + Units.capital(group.name()) + "\n\n" + matrix(table, group.faults())));
        text.append(table.notShown().isEmpty() ? "" : "\nNot shown:\n\n");
        table.notShown()
                .forEach(reason -> text.append(
                        "- " + reason.text() + (reason.cells() == 1 ? "" : " (" + reason.cells() + " cells)") + "\n"));
        return text.toString();
    }

    private static String run(FaultTable table) {
        return "Run on " + table.date() + ", revision " + table.gitRevision() + ", profile " + table.profile()
                + ", seed "
                + table.seed() + ", on " + table.machine().cores() + " cores of "
                + table.machine().cpu() + ", " + table.machine().jvm()
                + (table.servers().isEmpty() ? "" : ", " + String.join(", ", table.servers())) + ".\n";
    }

    private static String matrix(FaultTable table, List<FaultTable.Column> faults) {
        List<MarkdownTable.Column<String>> columns = new ArrayList<>(List.of(text("", subject -> subject)));
        faults.forEach(fault -> columns.add(text(
                fault.title(),
                subject -> table.cell(subject, fault.name())
                        .map(FaultsMarkdown::word)
                        .orElse(null))));
        return MarkdownTable.of(table.subjects(), columns);
    }

    private static String word(FaultCell cell) {
        String mark = cell.verdict() == Verdict.REPEATS || cell.contradiction() != null ? "**" : "";
        return mark + cell.verdict().word() + mark + (cell.brokenOrder() == null ? "" : " ~");
    }

    private static String cells(FaultTable table) {
        return MarkdownTable.of(
                table.cells().stream()
                        .filter(cell -> cell.verdict() != Verdict.NOT_APPLICABLE)
                        .toList(),
                List.of(
                        text(
                                "subject",
                                cell -> cell.subject() + (cell.library() == null ? "" : " (" + cell.library() + ")")),
                        text("fault", FaultCell::fault),
                        text("verdict", FaultsMarkdown::word),
                        text("proof", FaultCell::reason),
                        number("ids", cell -> cell.ids() == 0 ? null : String.valueOf(cell.ids())),
                        number("repeats", cell -> cell.ids() == 0 ? null : String.valueOf(cell.repeats())),
                        text("first repeat", FaultCell::firstRepeat),
                        number("longest without ids", cell -> seconds(cell.longestGapMillis())),
                        text("errors", FaultsMarkdown::errors),
                        text("went on", cell -> cell.ids() == 0 ? null : cell.wentOn() ? "by itself" : "no"),
                        text("broken order", FaultCell::brokenOrder),
                        text("what can repeat", FaultCell::canRepeat),
                        text("what a peer's documentation says", FaultCell::documented)));
    }

    private static @Nullable String seconds(@Nullable Long millis) {
        return millis == null ? null : String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }

    private static @Nullable String errors(FaultCell cell) {
        return cell.errors().isEmpty()
                ? null
                : cell.errors().entrySet().stream()
                        .map(error -> error.getValue() + " " + error.getKey())
                        .collect(Collectors.joining(", "));
    }
}
