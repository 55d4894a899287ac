package io.distid.testkit.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Checks the records of a fleet. No id comes twice. Each id lies above its holder's beginning, and at or below the bound that its
 * holder had read. Holders of one worker id stamped one after the other.
 *
 * <p>It holds two numbers for each run of ids without a gap. So an hour of nodes with a thousand ids a second fits into 100 MB.
 */
final class FleetAudit {
    private static final int INITIAL_RUNS = 1 << 16;

    private final List<Span> spans = new ArrayList<>();
    private long[] firsts = new long[INITIAL_RUNS];
    private long[] lasts = new long[INITIAL_RUNS];
    private int runs;
    private long ids;

    /** The stamps of one holder: above {@code began}, up to {@code last}, both in epoch ms. */
    private record Span(String node, int worker, long began, long last) {}

    private FleetAudit() {}

    /**
     * Checks the records of all nodes that a namespace has ever had.
     *
     * @return how many ids there are
     * @throws AssertionError if a check fails; the message names the id, the node and the bound
     */
    static long of(List<FleetRecord> records) {
        FleetAudit audit = new FleetAudit();
        records.forEach(audit::add);
        audit.refuseOverlappingSpans();
        audit.refuseRepeats();
        return audit.ids;
    }

    private void add(FleetRecord record) {
        String node = record.file().getFileName().toString();
        long[] span = {Long.MIN_VALUE, Long.MIN_VALUE, -1};
        record.read((first, last, began, bound) -> {
            requireWithin(node, first, last, began, bound);
            if (runs == firsts.length) {
                firsts = Arrays.copyOf(firsts, runs * 2);
                lasts = Arrays.copyOf(lasts, runs * 2);
            }
            firsts[runs] = first;
            lasts[runs++] = last;
            ids += last - first + 1;
            span[0] = began;
            span[1] = FleetLayout.tickStart(last);
            span[2] = FleetLayout.worker(last);
        });
        if (span[2] >= 0) {
            spans.add(new Span(node, (int) span[2], span[0], span[1]));
        }
    }

    private static void requireWithin(String node, long first, long last, long began, long bound) {
        long firstTick = FleetLayout.tickStart(first);
        long lastTick = FleetLayout.tickStart(last);
        if (firstTick <= began || lastTick > bound) {
            throw new AssertionError("id " + (firstTick <= began ? first : last) + " of " + node + " has a tick of "
                    + Instant.ofEpochMilli(firstTick <= began ? firstTick : lastTick)
                    + ", outside of what it held: above " + Instant.ofEpochMilli(began) + ", at or below the bound of "
                    + Instant.ofEpochMilli(bound));
        }
    }

    private void refuseOverlappingSpans() {
        spans.sort(Comparator.comparingInt(Span::worker).thenComparingLong(Span::began));
        for (int i = 1; i < spans.size(); i++) {
            Span before = spans.get(i - 1);
            Span after = spans.get(i);
            if (before.worker() == after.worker() && before.last() > after.began()) {
                throw new AssertionError(after.node() + " began with worker id " + after.worker() + " above "
                        + Instant.ofEpochMilli(after.began()) + ", but " + before.node() + " stamped until "
                        + Instant.ofEpochMilli(before.last()));
            }
        }
    }

    /**
     * Sorts the first ids and the last ids separately. If no two runs overlap, they pair up. If each last id lies below the next first
     * id, then as many runs end below a first id as begin below it. So every run that begins below it also ends below it, and no two
     * runs overlap.
     */
    private void refuseRepeats() {
        Arrays.sort(firsts, 0, runs);
        Arrays.sort(lasts, 0, runs);
        for (int i = 1; i < runs; i++) {
            if (lasts[i - 1] >= firsts[i]) {
                throw new AssertionError("id " + firsts[i] + " (worker id " + FleetLayout.worker(firsts[i])
                        + ") was issued twice, among " + ids);
            }
        }
    }
}
