package io.distid.bench.results;

import io.distid.bench.machine.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The results of a run of faults. Immutable.
 *
 * @param date the start, ISO 8601 in UTC
 * @param faults the columns
 * @param subjects the rows, the control last
 * @param control the row that must repeat
 * @param mustRepeat the columns where the control must repeat
 * @param cells row by row
 */
public record FaultTable(
        String date,
        String profile,
        long seed,
        String gitRevision,
        Machine machine,
        List<String> servers,
        List<Column> faults,
        List<String> subjects,
        String control,
        List<String> mustRepeat,
        List<FaultCell> cells) {
    /** Copies the lists. */
    public FaultTable {
        servers = List.copyOf(servers);
        faults = List.copyOf(faults);
        subjects = List.copyOf(subjects);
        mustRepeat = List.copyOf(mustRepeat);
        cells = List.copyOf(cells);
    }

    /**
     * A fault. Immutable.
     *
     * @param name a group, a hyphen, and the action
     * @param sentence what is done, in words
     */
    public record Column(String name, String sentence) {
        /** The part of the name that several faults share: such as {@code clock}. */
        public String group() {
            return name.substring(0, name.indexOf('-'));
        }

        /** The part of the name within its group, such as {@code back}. */
        public String title() {
            return name.substring(name.indexOf('-') + 1);
        }
    }

    /**
     * Faults of one kind. Immutable.
     *
     * @param name the first word of their names
     * @param faults in the order of the table
     */
    public record Group(String name, List<Column> faults) {
        /** Copies the list. */
        public Group {
            faults = List.copyOf(faults);
        }
    }

    /**
     * Why cells are not shown. Immutable.
     *
     * @param text the reason
     * @param cells how many have it
     */
    public record Reason(String text, int cells) {}

    /** The columns by what their names begin with; in the order of the table. */
    public List<Group> groups() {
        Map<String, List<Column>> groups = new LinkedHashMap<>();
        faults.forEach(fault ->
                groups.computeIfAbsent(fault.group(), any -> new ArrayList<>()).add(fault));
        return groups.entrySet().stream()
                .map(group ->
                        new Group(group.getKey().equals("config") ? "configuration" : group.getKey(), group.getValue()))
                .toList();
    }

    /** Why cells are not shown, each reason once; sorted by the text. */
    public List<Reason> notShown() {
        Map<String, Integer> reasons = new TreeMap<>();
        cells.stream()
                .filter(cell -> cell.verdict() == Verdict.NOT_SHOWN)
                .forEach(cell -> reasons.merge(cell.reason(), 1, Integer::sum));
        return reasons.entrySet().stream()
                .map(reason -> new Reason(reason.getKey(), reason.getValue()))
                .toList();
    }

    /** One cell; empty if the profile leaves it out. */
    public Optional<FaultCell> cell(String subject, String fault) {
        return cells.stream()
                .filter(cell -> cell.subject().equals(subject) && cell.fault().equals(fault))
                .findFirst();
    }

    /** The claims of distid that a cell contradicts: a line for each. */
    public List<String> contradictions() {
        return cells.stream()
                .filter(cell -> cell.library() == null && cell.contradiction() != null)
                .map(cell -> cell.subject() + " under " + cell.fault() + ": " + cell.contradiction())
                .toList();
    }

    /** Why the run proves nothing: a control that must repeat did not, or could nowhere be shown; empty if the controls were caught. */
    public Optional<String> unproven() {
        List<FaultCell> controls = cells.stream()
                .filter(cell -> cell.subject().equals(control) && mustRepeat.contains(cell.fault()))
                .toList();
        List<String> missed = controls.stream()
                .filter(cell -> cell.verdict() != Verdict.REPEATS && cell.verdict() != Verdict.NOT_SHOWN)
                .map(cell -> control + " under " + cell.fault() + ": "
                        + cell.verdict().word())
                .toList();
        if (!missed.isEmpty()) {
            return Optional.of(
                    "nothing was proven: the control must repeat, and did not: " + String.join(", ", missed));
        }
        return controls.stream().anyMatch(cell -> cell.verdict() == Verdict.REPEATS)
                ? Optional.empty()
                : Optional.of("nothing was proven: no fault under which the control must repeat could be shown");
    }

    /** The rows of distid without a verdict: no fault that applies to them could be shown; empty if there are none. */
    public Optional<String> unshown() {
        String rows = subjects.stream().filter(this::isUnshown).collect(Collectors.joining(", "));
        return rows.isEmpty() ? Optional.empty() : Optional.of("nothing was shown of " + rows);
    }

    private boolean isUnshown(String subject) {
        List<FaultCell> row = cells.stream()
                .filter(cell -> cell.subject().equals(subject) && cell.verdict() != Verdict.NOT_APPLICABLE)
                .toList();
        return !row.isEmpty()
                && row.stream()
                        .allMatch(cell ->
                                cell.library() == null && cell.verdict() == Verdict.NOT_SHOWN && cell.repeats() == 0);
    }
}
