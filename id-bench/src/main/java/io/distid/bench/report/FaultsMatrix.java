package io.distid.bench.report;

import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

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
     * @return a block for each group of faults, of lines of at most 80 characters, and beneath it what repeats, is not shown or contradicts a claim
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
        lines.addAll(notShown(table));
        table.contradictions().forEach(line -> lines.add("CONTRADICTION: " + line));
        lines.add(table.unproven()
                .map(reason -> reason.toUpperCase(Locale.ROOT))
                .orElse("control " + table.control() + ": repeats where it must"));
        return String.join(System.lineSeparator(), lines);
    }

    private static String word(FaultCell cell) {
        return cell.verdict().word() + (cell.brokenOrder() == null ? "" : "~");
    }

    private static List<List<FaultTable.Column>> blocks(FaultTable table) {
        Map<String, List<FaultTable.Column>> groups = new LinkedHashMap<>();
        table.faults()
                .forEach(fault -> groups.computeIfAbsent(fault.group(), any -> new ArrayList<>())
                        .add(fault));
        List<List<FaultTable.Column>> blocks = new ArrayList<>();
        for (List<FaultTable.Column> group : groups.values()) {
            for (int from = 0; from < group.size(); from += WIDEST) {
                blocks.add(group.subList(from, Math.min(group.size(), from + WIDEST)));
            }
        }
        return blocks;
    }

    /** Each reason once, with how many cells have it. */
    private static List<String> notShown(FaultTable table) {
        Map<String, Integer> reasons = new TreeMap<>();
        table.cells().stream()
                .filter(cell -> cell.verdict() == Verdict.NOT_SHOWN)
                .forEach(cell -> reasons.merge(cell.reason(), 1, Integer::sum));
        return reasons.entrySet().stream()
                .map(reason -> "not shown" + (reason.getValue() == 1 ? "" : " in " + reason.getValue() + " cells")
                        + ": " + reason.getKey())
                .toList();
    }
}
