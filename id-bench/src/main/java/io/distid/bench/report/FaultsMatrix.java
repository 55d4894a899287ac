package io.distid.bench.report;

import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A table of faults for a terminal of 80 columns. Stateless: safe for use by any number of threads. */
public final class FaultsMatrix {
    private static final int WIDEST = 6;
    private static final int LONGEST_TITLE = 20;

    private FaultsMatrix() {}

    /** A block of lines of at most 80 characters for each group; below it repeats, cells not shown and contradictions. */
    public static String of(FaultTable table) {
        List<String> lines = new ArrayList<>();
        for (FaultTable.Group group : table.groups()) {
            for (int from = 0; from < group.faults().size(); from += WIDEST) {
                List<FaultTable.Column> block =
                        group.faults().subList(from, Math.min(group.faults().size(), from + WIDEST));
                lines.add(line(block.get(0).group(), block, FaultTable.Column::title));
                table.subjects()
                        .forEach(subject -> lines.add(line(
                                subject,
                                block,
                                fault -> table.cell(subject, fault.name())
                                        .map(FaultsMatrix::word)
                                        .orElse(""))));
            }
        }
        if (table.cells().stream().anyMatch(cell -> cell.brokenOrder() != null)) {
            lines.add("~ the order that is claimed did not hold");
        }
        table.notShown()
                .forEach(reason -> lines.add("not shown"
                        + (reason.cells() == 1 ? "" : " in " + reason.cells() + " cells") + ": " + reason.text()));
        table.contradictions().forEach(line -> lines.add("CONTRADICTION: " + line));
        table.unshown().ifPresent(reason -> lines.add(reason.toUpperCase(Locale.ROOT)));
        lines.add(table.unproven()
                .map(reason -> reason.toUpperCase(Locale.ROOT))
                .orElse("control " + table.control() + ": repeats where it must"));
        return String.join(System.lineSeparator(), lines);
    }

    private static String word(FaultCell cell) {
        return cell.verdict().word() + (cell.brokenOrder() == null ? "" : "~");
    }

    private static String line(String title, List<FaultTable.Column> faults, Function<FaultTable.Column, String> cell) {
        StringBuilder line = new StringBuilder(String.format("%-" + LONGEST_TITLE + "s", shortened(title)));
        faults.forEach(fault -> line.append(String.format("%10s", cell.apply(fault))));
        return line.toString().stripTrailing();
    }

    /** Without its beginning, since names of rows differ in their ends. */
    private static String shortened(String title) {
        return title.length() <= LONGEST_TITLE ? title : ".." + title.substring(title.length() - LONGEST_TITLE + 2);
    }
}
