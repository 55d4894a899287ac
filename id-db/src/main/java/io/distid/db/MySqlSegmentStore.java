package io.distid.db;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.spi.ClaimsUnderWay;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Segments from Leaf's own table, in one database or several.
 *
 * <p>With several, claims stay with one until it fails and then go to the next, whose tag is first lifted above all that was
 * claimed before: so ranges ascend for each object, and the load spreads because each object begins with one at random.
 */
final class MySqlSegmentStore implements SegmentStore {
    private final String strategy;
    private final DatabaseServers<LeafTable> tables;
    /** Null with one database, whose count is the ids themselves. */
    private final @Nullable BlockPartitioning blocks;

    /**
     * What was seen of each row of each database: by its spelling of the tag, and by every other spelling that it was asked for, since a column
     * that is compared without case takes several for one row. It stays with the row that a tag had when it was first asked for. Kept small: there may
     * be a hundred thousand tags.
     */
    private final List<Map<String, HighWaterMark>> marks;
    /** One past the last id that was claimed of each tag in any of several databases; nothing is kept of one alone, which counts by itself. */
    private final Map<String, AtomicLong> tops = new ConcurrentHashMap<>();

    private final OpenState open = new OpenState("this store of segments");
    private volatile int current;
    private volatile boolean isDivided;

    MySqlSegmentStore(IdConfig config) {
        this.strategy = config.strategy();
        String[] urls = MySqlKeys.urls(config);
        this.blocks = blocks(config);
        this.marks = Stream.<Map<String, HighWaterMark>>generate(ConcurrentHashMap::new)
                .limit(urls.length)
                .toList();
        this.tables = new DatabaseServers<>(
                urls.length, i -> () -> table(config, urls[i], blocks == null ? null : new DatabaseShare(blocks, i)));
        this.current = ThreadLocalRandom.current().nextInt(urls.length);
        try {
            divide(tables.reach());
        } catch (RuntimeException | Error e) {
            tables.close();
            throw e;
        }
    }

    /** One that is reached later, while others serve, by the division that those have. */
    private LeafTable table(IdConfig config, String url, @Nullable DatabaseShare share) {
        LeafTable table = new LeafTable(config, url, share);
        if (isDivided) {
            try {
                table.divide();
            } catch (RuntimeException | Error e) {
                table.close();
                throw e;
            }
        }
        return table;
    }

    /** The first time by all databases: one that does not answer may have had the ids alone, and have granted what is another's from now on. */
    private void divide(List<LeafTable> reached) {
        if (reached.size() < tables.size() && reached.stream().noneMatch(LeafTable::isDivided)) {
            throw new BackendException(strategy + ": ids are not divided yet among the databases of key \"url\", and "
                    + (tables.size() - reached.size()) + " of " + tables.size()
                    + " did not answer: the first time all databases must, since one that had the ids alone may have granted"
                    + " what is another's from then on");
        }
        reached.forEach(LeafTable::divide);
        isDivided = true;
    }

    private static @Nullable BlockPartitioning blocks(IdConfig config) {
        int databases = MySqlKeys.urls(config).length;
        long increment = config.has("increment") ? config.integer("increment") : databases;
        if (increment < databases) {
            throw config.invalid("increment", "at least " + databases + ", the number of databases in key \"url\"");
        }
        return increment == 1 ? null : new BlockPartitioning(increment, config.integer("database-block"));
    }

    /** As {@link #maxSize()} of one with these settings. */
    static long maxSize(IdConfig config) {
        return maxSize(blocks(config));
    }

    private static long maxSize(@Nullable BlockPartitioning blocks) {
        return blocks == null ? Long.MAX_VALUE : blocks.length();
    }

    @Override
    public Segment claim(String tag, long size) {
        if (size < 1 || size > maxSize()) {
            throw new IllegalArgumentException("size must be from 1 to " + maxSize() + ": " + size);
        }
        return call((table, index) -> {
            Segment segment = claim(table, index, tag, size);
            current = index;
            return segment;
        });
    }

    /** With several databases, a block: a range may not straddle two. */
    @Override
    public long maxSize() {
        return maxSize(blocks);
    }

    @Override
    public long step(String tag) {
        return call((table, index) -> {
            LeafTable.Tag found = table.tag(tag);
            mark(index, tag, found::spelling);
            return found.step();
        });
    }

    @Override
    public Set<String> tags() {
        return steps().keySet();
    }

    @Override
    public Map<String, Long> steps() {
        return call((table, index) -> table.steps());
    }

    @Override
    public boolean giveBack(String tag, Segment unused) {
        open.require();
        int index = blocks == null ? 0 : blocks.offset(unused);
        Segment own = blocks == null ? unused : blocks.own(unused);
        LeafTable table = tables.server(index);
        HighWaterMark mark = mark(table, index, tag);
        if (!mark.lower(own)) {
            return false;
        }
        // If this throws, nobody knows whether the range was taken back: the level stays low.
        boolean taken = table.giveBack(tag, own);
        if (taken) {
            if (tables.size() > 1) {
                top(tag).compareAndSet(unused.end(), unused.start());
            }
        } else {
            mark.raise(own.end());
        }
        return taken;
    }

    /** The databases, without secrets. */
    @Override
    public String toString() {
        return "mysql" + tables;
    }

    @Override
    public void close() {
        if (open.close()) {
            tables.close();
        }
    }

    private HighWaterMark mark(LeafTable table, int index, String tag) {
        return mark(index, tag, () -> table.spelling(tag));
    }

    private HighWaterMark mark(int index, String tag, Supplier<String> asked) {
        Map<String, HighWaterMark> ofDatabase = marks.get(index);
        HighWaterMark known = ofDatabase.get(tag);
        if (known != null) {
            return known;
        }
        String spelling = asked.get();
        // The tag itself where it is spelled as the row is, so that the row's copy of it is not kept.
        HighWaterMark ofRow =
                ofDatabase.computeIfAbsent(spelling.equals(tag) ? tag : spelling, row -> new HighWaterMark());
        HighWaterMark first = ofDatabase.putIfAbsent(tag, ofRow);
        return first == null ? ofRow : first;
    }

    private AtomicLong top(String tag) {
        return tops.computeIfAbsent(tag, name -> new AtomicLong());
    }

    private Segment claim(LeafTable table, int index, String tag, long size) {
        HighWaterMark mark = mark(table, index, tag);
        BlockPartitioning divided = blocks;
        if (divided == null) {
            return claim(table, tag, size, mark);
        }
        if (tables.size() == 1) {
            return divided.global(claim(table, tag, size, mark), index);
        }
        AtomicLong granted = top(tag);
        // In this order: whoever moved the top had raised the mark before.
        long top = granted.get();
        long height = mark.level().height();
        if (divided.global(new Segment(height, height + 1), index).start() < top) {
            lift(table, tag, divided.ownAtOrAbove(top, index), mark);
        }
        Segment segment = divided.global(claim(table, tag, size, mark), index);
        granted.accumulateAndGet(segment.end(), Math::max);
        return segment;
    }

    /** Moves a database's count up. It is judged before, since none can be that was lifted above what was seen of it. */
    private void lift(LeafTable table, String tag, long bound, HighWaterMark mark) {
        while (true) {
            AtomicReference<HighWaterMark.Level> look = new AtomicReference<>(mark.level());
            long stands = table.lift(tag, looking(mark, look), bound);
            if (stands >= bound) {
                mark.raise(bound);
                return;
            }
            // Else somebody gave a range back while this was under way.
            requireNotBack(table, tag, stands, mark, look.getPlain());
        }
    }

    /** How far a database had got when it was asked. */
    private static LongSupplier looking(HighWaterMark mark, AtomicReference<HighWaterMark.Level> look) {
        return () -> {
            look.setPlain(mark.level());
            return look.getPlain().height();
        };
    }

    /** A claim by a database's own count. */
    private Segment claim(LeafTable table, String tag, long size, HighWaterMark mark) {
        try (ClaimsUnderWay.Claim own = mark.begin()) {
            Segment segment = granted(table, tag, size, mark, own);
            if (!own.isNew(segment.start(), segment.end() - 1)) {
                mark.raise(own.beyond(mark.level().height() - 1) + 1);
                throw new StoreRegressedException(strategy + ": tag \"" + tag + "\" at " + table + " granted "
                        + segment.start() + " to " + (segment.end() - 1)
                        + " to two calls at one time, or while it went back"
                        + cure(mark.level().height()));
            }
            mark.raise(segment.end());
            return segment;
        }
    }

    private Segment granted(LeafTable table, String tag, long size, HighWaterMark mark, ClaimsUnderWay.Claim own) {
        BlockPartitioning divided = blocks;
        while (true) {
            AtomicReference<HighWaterMark.Level> look = new AtomicReference<>(mark.level());
            LongSupplier looking = looking(mark, look);
            LongSupplier floor = () -> {
                own.sends();
                return looking.getAsLong();
            };
            LeafTable.Claim claim = divided == null
                    ? table.claim(tag, size, floor, 0, Long.MAX_VALUE)
                    : table.claim(tag, size, floor, divided.length(), divided.limit());
            if (claim.segment() != null) {
                return claim.segment();
            }
            // Else somebody gave a range back, or moved the row, while this claim was under way.
            requireNotBack(table, tag, claim.maxId(), mark, look.getPlain());
        }
    }

    private void requireNotBack(
            LeafTable table, String tag, long maxId, HighWaterMark mark, HighWaterMark.Level before) {
        if (mark.wentBack(maxId, before)) {
            throw new StoreRegressedException(strategy + ": tag \"" + tag + "\" at " + table + " has max_id " + maxId
                    + ", but up to " + (before.height() - 1) + " was granted before" + cure(before.height()));
        }
    }

    private static String cure(long height) {
        return ": was it restored, changed by hand, or failed over to a replica that lagged? Set max_id to at least "
                + height + ", above what any node has seen, and go on.";
    }

    private <T> T call(DatabaseServers.Work<LeafTable, T> work) {
        return open.call(() -> tables.call(current, work));
    }
}
