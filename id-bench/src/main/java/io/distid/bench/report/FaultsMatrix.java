package io.distid.bench.report;

import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of faults for a terminal of 80 columns. Stateless: safe for use by any number of threads. */
public final class FaultsMatrix {
    private static final String ROW = "%-20.20s";
    private static final String CELL = "%10s";
    private static final int WIDEST = 6;

    private FaultsMatrix() {}

    /**
     * The table as text, for the caller to print.
     *
     * @param table what was found
     * @return a a block for each group of faults, of lines of at most 80 characters; below it repeats, cells not shown
     *     and contradictions
     */
    public static String of(FaultTable table) {
        List<String> lines = new ArrayList<>();
        for (List<FaultTable.Column> block : blocks(table)) {
            StringBuilder title =
                    new StringBuilder(String.format(ROW, block.get(0).group()));
            block.forEach(fault -> title.append(String.format(CELL, fault.title())));
            lines.add(title.toString());
            for (String subject : table.subjects()) {
                StringBuilder line = new StringBuilder(String.format(ROW, subject));
                block.forEach(fault -> line.append(String.format(
                        CELL,
                        table.cell(subject, fault.name())
                                .map(FaultsMatrix::word)
                                .orElse(""))));
                lines.add(line.toString().stripTrailing());
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

    private static List<List<FaultTable.Column>> blocks(FaultTable table) {
        List<List<FaultTable.Column>> blocks = new ArrayList<>();
        for (FaultTable.Group group : table.groups()) {
            List<FaultTable.Column> faults = group.faults();
            for (int from = 0; from < faults.size(); from += WIDEST) {
                blocks.add(faults.subList(from, Math.min(faults.size(), from + WIDEST)));
            }
        }
        return blocks;
    }
}
