package io.distid.bench.faults.node;

import io.distid.bench.jvm.CommandLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The state of a node, as it reports it. Immutable.
 *
 * @param ids the number of ids issued so far
 * @param errors failed calls, by type
 * @param wall its wall clock, epoch ms
 * @param clocks its readings of its clocks
 */
public record NodeState(long ids, Map<String, Long> errors, long wall, ClockMonitor.Seen clocks) {
    /** The type for an invalid id, which is not a positive number. It counts as an error, though no call failed. */
    public static final String NOT_POSITIVE = "not-positive";

    private static final int FIGURES = 9;

    /** The state before the first id. */
    static final NodeState NONE = new NodeState(0, Map.of(), 0, new ClockMonitor.Seen(0, 0, 0, 0, 0, 0, 0));

    /** Calls that have returned, by an id or by an error. */
    public long returned() {
        return ids + failed();
    }

    public long failed() {
        return failed(errors);
    }

    /** Counts the failed calls in errors by type. */
    public static long failed(Map<String, Long> errors) {
        return errors.values().stream().mapToLong(Long::longValue).sum() - errors.getOrDefault(NOT_POSITIVE, 0L);
    }

    /** The line of the child's answer. */
    String line() {
        List<Object> words = new ArrayList<>(List.of(FaultChild.DONE, ids, wall));
        words.addAll(clocks.figures());
        words.addAll(errors.entrySet());
        return CommandLoop.answer(words.toArray());
    }

    /** Parses the words of that answer after the first. */
    static NodeState of(List<String> words) {
        long[] figures =
                words.stream().limit(FIGURES).mapToLong(Long::parseLong).toArray();
        return new NodeState(
                figures[0],
                words.stream()
                        .skip(FIGURES)
                        .map(word -> word.split("="))
                        .collect(Collectors.toMap(word -> word[0], word -> Long.parseLong(word[1]))),
                figures[1],
                new ClockMonitor.Seen(
                        figures[2], figures[3], figures[4], figures[5], figures[6], figures[7], figures[8]));
    }
}
