package io.distid.jdbc;

import io.distid.StoreRegressedException;
import io.distid.internal.ClaimsUnderWay;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Segments from Leaf's own table. A tag below a value seen before is refused, and an operator has to move it. */
public final class TableSegmentStore implements SegmentStore {
    private final String strategy;
    private final String product;
    private final LeafTable table;
    private final Map<String, HighWaterMark> marks = new ConcurrentHashMap<>();
    private final OpenState open = new OpenState("this store of segments");

    /**
     * Connects and checks the table.
     *
     * @param product for messages, such as {@code mysql}
     * @param touched what a claim sets beside {@code max_id}, as the end of a list; may be empty
     * @param prepare checks the table, creates it if needed, and returns its name
     */
    public TableSegmentStore(
            String product,
            Dialect dialect,
            IdConfig config,
            String touched,
            Function<PooledDatabase, String> prepare) {
        this.strategy = config.strategy();
        this.product = product;
        this.table = new LeafTable(dialect, config, touched, prepare);
    }

    @Override
    public Segment claim(String tag, long size) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1: " + size);
        }
        HighWaterMark mark = open.call(() -> mark(tag));
        try (ClaimsUnderWay.Claim own = mark.begin()) {
            Segment segment = open.call(() -> granted(tag, size, mark, own));
            if (!own.isNew(segment.start(), segment.end() - 1)) {
                mark.raise(own.beyond(mark.level().height() - 1) + 1);
                throw regressed(
                        tag,
                        "granted " + segment.start() + " to " + (segment.end() - 1)
                                + " to two calls at one time, or to one while its counter went back",
                        mark.level().height());
            }
            mark.raise(segment.end());
            return segment;
        }
    }

    private Segment granted(String tag, long size, HighWaterMark mark, ClaimsUnderWay.Claim own) {
        while (true) {
            // The level is read when the statement is sent: a claim may wait for a connection while others are granted
            // ids.
            AtomicReference<HighWaterMark.Level> look = new AtomicReference<>(mark.level());
            LeafTable.Claim claim = table.claim(tag, size, () -> {
                own.sends();
                look.set(mark.level());
                return look.get().height();
            });
            if (claim.segment() != null) {
                return claim.segment();
            }
            // Otherwise a range was given back, or the row was moved, during this claim.
            long height = look.get().height();
            if (mark.wentBack(claim.maxId(), look.get())) {
                throw regressed(
                        tag,
                        "has max_id " + claim.maxId() + ", but up to " + (height - 1) + " was granted before",
                        height);
            }
        }
    }

    private StoreRegressedException regressed(String tag, String what, long height) {
        return new StoreRegressedException(strategy + ": tag \"" + tag + "\" at " + table + " " + what
                + ": was it restored, changed by hand, or failed over to a replica that lagged? Set max_id to at least "
                + height + ", above what any node has seen, and go on.");
    }

    @Override
    public boolean giveBack(String tag, Segment unused) {
        HighWaterMark mark = open.call(() -> mark(tag));
        if (!mark.lower(unused)) {
            return false;
        }
        // If this throws, it is unknown whether the range was taken back, so the level stays low.
        boolean taken = table.giveBack(tag, unused);
        if (!taken) {
            mark.raise(unused.end());
        }
        return taken;
    }

    @Override
    public long step(String tag) {
        return open.call(() -> table.step(tag));
    }

    @Override
    public Set<String> tags() {
        return steps().keySet();
    }

    @Override
    public Map<String, Long> steps() {
        return open.call(table::steps);
    }

    /** Each tag is looked for once: the statement of a claim would take another spelling for the same row. */
    private HighWaterMark mark(String tag) {
        HighWaterMark known = marks.get(tag);
        if (known != null) {
            return known;
        }
        table.require(tag);
        return marks.computeIfAbsent(tag, name -> new HighWaterMark());
    }

    /** The database, without secrets. */
    @Override
    public String toString() {
        return product + "[" + table + "]";
    }

    @Override
    public void close() {
        if (open.close()) {
            table.close();
        }
    }
}
