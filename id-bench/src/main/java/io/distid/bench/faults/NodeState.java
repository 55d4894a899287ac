package io.distid.bench.faults;

import io.distid.bench.jvm.CommandLoop;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How a node stands, by its own account.
 *
 * @param ids given out so far
 * @param errors calls that failed, by type
 * @param wall what its wall clock shows, epoch ms
 * @param clocks what it has seen of its clocks
 */
record NodeState(long ids, Map<String, Long> errors, long wall, ClockMonitor.Seen clocks) {
    /** Counted among errors by type, though no call failed: an id that is no positive number was given out. */
    static final String NOT_POSITIVE = "not-positive";

    /** Before anything was drawn. */
    static final NodeState NONE = new NodeState(0, Map.of(), 0, new ClockMonitor.Seen(0, 0, 0, 0, 0, 0, 0));

    /** Calls that have returned, by an id or by an error. */
    long returned() {
        return ids + failed();
    }

    long failed() {
        return failed(errors);
    }

    /** Of errors by type, how many calls failed. */
    static long failed(Map<String, Long> errors) {
        return errors.values().stream().mapToLong(Long::longValue).sum() - errors.getOrDefault(NOT_POSITIVE, 0L);
    }

    /** As an answer of the child. */
    String line() {
        String failures = errors.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
        return CommandLoop.answer(
                FaultChild.DONE,
                ids,
                wall,
                clocks.offset(),
                clocks.lowest(),
                clocks.highest(),
                clocks.jumpsBack(),
                clocks.jumpsAhead(),
                clocks.longestStill(),
                clocks.longestPause(),
                failures);
    }

    /** From the words of that answer after the first. */
    static NodeState of(List<String> words) {
        long[] figures = words.subList(0, words.size() - 1).stream()
                .mapToLong(Long::parseLong)
                .toArray();
        Map<String, Long> errors = new TreeMap<>();
        for (String failure : words.get(words.size() - 1).split(" ")) {
            int equals = failure.indexOf('=');
            if (equals > 0) {
                errors.put(failure.substring(0, equals), Long.parseLong(failure.substring(equals + 1)));
            }
        }
        return new NodeState(
                figures[0],
                errors,
                figures[1],
                new ClockMonitor.Seen(
                        figures[2], figures[3], figures[4], figures[5], figures[6], figures[7], figures[8]));
    }
}
