package io.distid.db;

import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.CallCounts;
import io.distid.spi.IdConfig;
import java.util.List;
import java.util.Objects;

/**
 * Ids from a row that is counted up: {@code UPDATE t SET value = LAST_INSERT_ID(value + n) WHERE name = ...}.
 *
 * <p>One id is one round trip and one commit, and so are n ids of {@code nextIds}. All callers of one tag wait for each other, and none of
 * them deadlocks: the statement locks the one row, by its key. Ids of a tag are consecutive but for lost answers, and each is greater than every
 * id that anyone drew before the call began. Safe for use by any number of threads; a call that gets no answer throws within about twice the time-out.
 * No clock takes part. The ids end at {@link Long#MAX_VALUE}.
 */
public final class MySqlUpdate implements LongIdGenerator {
    private final String strategy;
    private final CounterTable counter;
    private final IdTraits traits;
    private final CallCounts counts = new CallCounts();
    private final OpenState open;

    private MySqlUpdate(IdConfig config) {
        this.strategy = config.strategy();
        this.open = new OpenState(strategy);
        this.counter = new CounterTable(config);
        this.traits = IdTraits.builder(strategy)
                .ordering(Ordering.GLOBAL)
                .timeSorted(true)
                .coordination(Coordination.PER_ID)
                .safety(Safety.STORED)
                .notes(List.of(PooledDatabase.DURABILITY_NOTE))
                .build();
    }

    static MySqlUpdate open(IdConfig config) {
        return new MySqlUpdate(config);
    }

    /** {@inheritDoc} */
    @Override
    public long nextId() {
        return claim(1);
    }

    /**
     * {@inheritDoc}
     *
     * <p>One statement, whatever their number.
     */
    @Override
    public void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        open.require();
        if (from == to) {
            return;
        }
        long first = claim(to - from) - (to - from) + 1;
        for (int i = from; i < to; i++) {
            ids[i] = first + (i - from);
        }
    }

    /** {@inheritDoc} */
    @Override
    public IdStats stats() {
        return IdStats.builder()
                .failures(counts.failures())
                .retries(counter.retries())
                .idsLeft(Long.MAX_VALUE - counter.seen())
                .closed(open.isClosed())
                .build();
    }

    /** {@inheritDoc} */
    @Override
    public IdTraits traits() {
        return traits;
    }

    /** {@inheritDoc} */
    @Override
    public void close() {
        if (open.close()) {
            counter.close();
        }
    }

    /** The strategy and its database, without secrets. */
    @Override
    public String toString() {
        return strategy + " [" + counter + "]";
    }

    private long claim(int size) {
        try {
            return open.call(() -> counter.claim(size));
        } catch (IdException e) {
            throw counts.failed(e);
        }
    }
}
