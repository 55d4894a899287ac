package io.distid.worker;

import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the worker ids to look at, and the one to take. A look covers a window of ids, so the cost of a grant does not grow with the number of
 * holders. The windows begin at the preferred id, or at random, so that a fleet that starts together does not queue for one id. Used by one thread.
 */
final class FreeIds {
    private static final int FIRST_WINDOW = 64;
    /** More than any store reads at once, and far from an overflow. */
    private static final int MOST_WINDOW = 1 << 16;

    private static final int HOLDERS_SHOWN = 16;

    private final StoreNamespace namespace;
    private final WorkerRequest request;
    private final Unanswered unanswered;
    private final RandomGenerator random;
    private final long size;
    private final long start;
    private final List<String> held = new ArrayList<>();
    private long looked;
    private int window = FIRST_WINDOW;
    private int heldCount;
    private boolean tried;
    private List<Free> ready = List.of();
    private @Nullable Free soonest;

    /**
     * A worker id that nobody holds.
     *
     * @param record its record as read; null if there is none
     * @param stamped the stamp that its next holder begins above
     * @param view the look that found it
     * @param chance a random number that orders equal candidates
     */
    record Free(int id, @Nullable LeaseRecord record, long stamped, View view, int chance) {}

    /** Knows the records that takes of this process without an answer may have made. */
    interface Unanswered {
        /** Whether such a take made the record. */
        boolean made(String namespace, int id, LeaseRecord record);
    }

    FreeIds(StoreNamespace namespace, WorkerRequest request, Unanswered unanswered, RandomGenerator random) {
        this.random = random;
        this.namespace = namespace;
        this.request = request;
        this.unanswered = unanswered;
        this.size = request.lastId() - (long) request.firstId() + 1;
        this.start = request.preferredId().isPresent()
                ? request.preferredId().getAsInt() - request.firstId()
                : random.nextLong(size);
    }

    /** Whether some ids were not looked at yet. */
    boolean hasNext() {
        return looked < size;
    }

    /** The first id of the next window. */
    int firstId() {
        return (int) (request.firstId() + (start + looked) % size);
    }

    /** The size of the next window: larger each time, as far as the range goes. */
    int count(int most) {
        long untilEnd = request.lastId() - (long) firstId() + 1;
        return (int) Math.min(Math.min(window, most), Math.min(untilEnd, size - looked));
    }

    /** Adds the result of a look at a window of so many ids. */
    void add(View view, int count) {
        int first = firstId();
        List<Free> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int id = first + i;
            LeaseRecord record = view.records().get(id);
            long floor = view.header() == null ? Long.MIN_VALUE : view.header().floor();
            if (record == null) {
                found.add(new Free(id, null, floor, view, random.nextInt()));
            } else if (record.freeFrom() <= view.at().millis() || unanswered.made(namespace.name(), id, record)) {
                found.add(new Free(id, record, Math.max(record.bound(), floor), view, random.nextInt()));
            } else {
                hold(id, record);
            }
        }
        order(found, view);
        looked += count;
        window = Math.min(4 * window, MOST_WINDOW);
    }

    private void hold(int id, LeaseRecord record) {
        heldCount++;
        if (held.size() < HOLDERS_SHOWN) {
            held.add(id + " by " + record.holder());
        }
    }

    /** Orders the preferred id first, then ids that were granted before, so that few records are made; else at random. */
    private void order(List<Free> found, View view) {
        long clock = request.clock().millis();
        int preferred = request.preferredId().orElse(-1);
        found.sort(Comparator.<Free>comparingLong(each -> Math.max(each.stamped, clock))
                .thenComparing(each -> each.id != preferred)
                .thenComparing(each -> each.record == null)
                .thenComparingInt(Free::chance));
        long floor = view.header() == null ? Long.MIN_VALUE : view.header().floor();
        long soon = Math.max(clock, floor);
        ready = found.stream().filter(each -> each.stamped <= soon).toList();
        tried |= !ready.isEmpty();
        if (!found.isEmpty() && (soonest == null || found.get(0).stamped < soonest.stamped)) {
            soonest = found.get(0).stamped <= soon ? soonest : found.get(0);
        }
    }

    /** Ids of the last window without a wait beyond that of the whole namespace, in the order to try them. */
    List<Free> ready() {
        return ready;
    }

    /** The id with the shortest wait in all windows; null if there is none. */
    @Nullable
    Free soonest() {
        return soonest;
    }

    /** Whether an id was free, but another caller took it first. */
    boolean wasTried() {
        return tried;
    }

    /** The holders of the other ids, for the message. */
    String held() {
        return String.join(", ", held)
                + (heldCount > held.size() ? " and " + (heldCount - held.size()) + " others" : "");
    }
}
