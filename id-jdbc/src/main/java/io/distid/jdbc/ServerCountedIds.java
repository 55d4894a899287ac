package io.distid.jdbc;

import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.CallCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Ids from a counter of a database, with a statement for each call: the common part of these strategies.
 *
 * <p>Safe for use by any number of threads. A call without an answer throws within about twice the time-out. No clock is used. The ids end
 * at {@link Long#MAX_VALUE}.
 */
public abstract class ServerCountedIds implements LongIdGenerator {
    private final OpenState open;
    private final CallCounts counts = new CallCounts();

    /** Creates an open generator. */
    protected ServerCountedIds(String strategy) {
        this.open = new OpenState(strategy);
    }

    /**
     * Traits of such ids.
     *
     * @param durability what can happen to ids if the server loses its last counts
     */
    protected static IdTraits traits(String strategy, Ordering ordering, List<String> notes, String durability) {
        List<String> all = new ArrayList<>(notes);
        all.add(durability);
        return IdTraits.builder(strategy)
                .ordering(ordering)
                .timeSorted(ordering == Ordering.GLOBAL)
                .coordination(Coordination.PER_ID)
                .safety(Safety.STORED)
                .notes(all)
                .build();
    }

    @Override
    public final long nextId() {
        return call(this::draw);
    }

    @Override
    public final void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        open.require();
        if (from < to) {
            call(() -> {
                draw(ids, from, to);
                return ids[to - 1];
            });
        }
    }

    @Override
    public final IdStats stats() {
        return IdStats.builder()
                .failures(counts.failures())
                .retries(retries())
                .idsLeft(idsLeft())
                .closed(open.isClosed())
                .build();
    }

    @Override
    public final void close() {
        if (open.close()) {
            end();
        }
    }

    /** Issues one id. */
    protected abstract long draw();

    /** Issues at least one id. */
    protected abstract void draw(long[] ids, int from, int to);

    /** How often a statement was repeated after a deadlock or a lock time-out. */
    protected abstract long retries();

    /** How many ids are left, by the ids that this generator has issued. */
    protected abstract long idsLeft();

    /** Closes the source of the ids. */
    protected abstract void end();

    private long call(Supplier<Long> draw) {
        try {
            return open.call(draw);
        } catch (IdException e) {
            throw counts.failed(e);
        }
    }
}
