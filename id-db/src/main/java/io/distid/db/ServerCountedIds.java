package io.distid.db;

import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.CallCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Ids that a database counts out, with a statement for each call: what the three strategies share.
 *
 * <p>Safe for use by any number of threads. A call that gets no answer throws within about twice the time-out. No clock takes part. The ids
 * end at {@link Long#MAX_VALUE}.
 */
abstract sealed class ServerCountedIds implements LongIdGenerator permits Tickets, MySqlUpdate {
    private static final String DURABILITY =
            "as durable as the server's commits: with innodb_flush_log_at_trx_commit other than 1, or after a failover to a"
                    + " replica that lags, it may count again what it counted before; a generator that saw the ids refuses";

    private final OpenState open;
    private final CallCounts counts = new CallCounts();

    ServerCountedIds(String strategy) {
        this.open = new OpenState(strategy);
    }

    static IdTraits traits(String strategy, Ordering ordering, List<String> notes) {
        List<String> all = new ArrayList<>(notes);
        all.add(DURABILITY);
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

    abstract long draw();

    /** At least one id. */
    abstract void draw(long[] ids, int from, int to);

    /** How often a statement was repeated after a deadlock (error 1213) or a lock wait (1205). */
    abstract long retries();

    /** Judged by the ids that this generator drew. */
    abstract long idsLeft();

    abstract void end();

    private long call(Supplier<Long> draw) {
        try {
            return open.call(draw);
        } catch (IdException e) {
            throw counts.failed(e);
        }
    }
}
