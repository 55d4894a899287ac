package io.distid.worker;

import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which worker ids to look at, and which of them to take. A look is at a window of ids, so what a grant costs the store does not grow with the number of
 * holders. The windows begin at the preferred id, else anywhere, so that a fleet that starts together does not queue for one id. Used by one
 * thread.
 */
final class FreeIds {
    private static final int FIRST_WINDOW = 64;
    /** More than any store reads at once, and far from where numbers wrap. */
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
     * An id that nobody holds.
     *
     * @param record as it was read; null if there is none
     * @param stamped above what its holder begins
     * @param view in which it was found
     * @param chance by which those that are alike are ordered
     */
    record Free(int id, @Nullable LeaseRecord record, long stamped, View view, int chance) {}

    /** Whether a record was made by a take of this process that was not answered. */
    interface Unanswered {
        /** Whether it was. */
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

    /** Whether there are ids that were not looked at. */
    boolean hasNext() {
        return looked < size;
    }

    /** Where the next window begins. */
    int firstId() {
        return (int) (request.firstId() + (start + looked) % size);
    }

    /** How many ids it has: more each time, as far as the range goes. */
    int count(int most) {
        long untilEnd = request.lastId() - (long) firstId() + 1;
        return (int) Math.min(Math.min(window, most), Math.min(untilEnd, size - looked));
    }

    /** Takes in what a window of so many ids shows. */
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

    /** The preferred id, then those that were granted before, so that few records are made; else at random. */
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

    /** Ids of the last window that can be used as soon as any of the namespace can, in the order to try them. */
    List<Free> ready() {
        return ready;
    }

    /** Of all windows the id that has to be waited for the shortest; null if there is none. */
    @Nullable
    Free soonest() {
        return soonest;
    }

    /** Whether an id was free, and others were faster. */
    boolean wasTried() {
        return tried;
    }

    /** Who holds the others, for the message. */
    String held() {
        return String.join(", ", held)
                + (heldCount > held.size() ? " and " + (heldCount - held.size()) + " others" : "");
    }
}
