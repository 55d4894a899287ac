package io.distid.db;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.spi.IdConfig;
import java.util.List;

/**
 * Ids from a row that is counted up: {@code UPDATE t SET value = LAST_INSERT_ID(value + n) WHERE name = ...}.
 *
 * <p>One id is one round trip and one commit, and so are n ids of {@code nextIds}. All callers of one tag wait for each other, and none of
 * them deadlocks: the statement locks the one row, by its key. Ids of a tag are consecutive but for lost answers, and each is greater than every
 * id that anyone drew before the call began.
 */
final class MySqlUpdate extends DrawnIds {
    private final String strategy;
    private final CounterTable counter;
    private final IdTraits traits;

    MySqlUpdate(IdConfig config) {
        super(config.strategy());
        this.strategy = config.strategy();
        this.counter = new CounterTable(config);
        this.traits = traits(strategy, Ordering.GLOBAL, List.of());
    }

    @Override
    long draw() {
        return counter.claim(1);
    }

    @Override
    void draw(long[] ids, int from, int to) {
        long id = counter.claim(to - from) - (to - from);
        for (int i = from; i < to; i++) {
            ids[i] = ++id;
        }
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    long retries() {
        return counter.retries();
    }

    @Override
    long idsLeft() {
        return Long.MAX_VALUE - counter.seen();
    }

    @Override
    void end() {
        counter.close();
    }

    /** The strategy and its database, without secrets. */
    @Override
    public String toString() {
        return strategy + " [" + counter + "]";
    }
}
