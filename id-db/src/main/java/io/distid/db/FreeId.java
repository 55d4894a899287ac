package io.distid.db;

import io.distid.db.LeaseTable.Row;
import io.distid.db.LeaseTable.Snapshot;
import io.distid.db.LeaseTable.Tokens;
import io.distid.worker.WorkerRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * An id that may be taken.
 *
 * @param row the row it has if it was ever granted
 * @param stampedUntil where a former holder may have got to
 * @param own whether the row has the taker's token: it was taken by a call whose answer was lost
 */
record FreeId(int id, @Nullable Row row, long stampedUntil, boolean own) {
    private static final int CHOICE = 256;

    /**
     * All ids that can be taken, in the order to try them: the taker's own, the preferred one, those this holder had before, those
     * that need no wait. Else at random, so that a fleet that starts together seldom collides.
     *
     * @param snapshot with a header
     */
    static List<FreeId> of(WorkerRequest request, Snapshot snapshot, Tokens tokens, long horizon) {
        List<FreeId> free = new ArrayList<>();
        long floor = snapshot.header().floor();
        for (Row row : snapshot.rows().values()) {
            boolean own = tokens.contain(row.token());
            if (row.id() >= request.firstId()
                    && row.id() <= request.lastId()
                    && (row.expiresAt() <= snapshot.now() || own)
                    && row.reservedUntil() <= snapshot.now() + horizon) {
                // A row below the floor is older than the header: it was put back.
                free.add(new FreeId(row.id(), row, Math.max(row.reservedUntil(), floor), own));
            }
        }
        unused(request, snapshot).forEach(id -> free.add(new FreeId(id, null, floor, false)));
        Collections.shuffle(free);
        long clock = request.clock().millis();
        int preferred = request.preferredId().orElse(-1);
        free.sort(Comparator.comparing((FreeId id) -> !id.own)
                .thenComparing(id -> id.id != preferred)
                .thenComparing(id -> id.row == null || !id.row.holder().equals(request.holder()))
                .thenComparing(id -> Math.max(clock, id.stampedUntil)));
        return free;
    }

    /** Ids that were never granted: the preferred one, and enough others to choose from, beginning anywhere in the range. */
    private static Set<Integer> unused(WorkerRequest request, Snapshot snapshot) {
        Set<Integer> unused = new HashSet<>();
        request.preferredId().stream()
                .filter(id -> !snapshot.rows().containsKey(id))
                .forEach(unused::add);
        long size = (long) request.lastId() - request.firstId() + 1;
        long start = ThreadLocalRandom.current().nextLong(size);
        for (long i = 0; i < size && unused.size() < CHOICE; i++) {
            int id = (int) (request.firstId() + (start + i) % size);
            if (!snapshot.rows().containsKey(id)) {
                unused.add(id);
            }
        }
        return unused;
    }
}
