package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.SegmentStats;
import io.distid.process.CopyDetector;
import io.distid.process.CopyListener;
import io.distid.spi.SegmentStore;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Ids of any number of tags, from the segments of one store.
 *
 * <p>A tag is opened when its first id is asked for. Ids of a tag are positive, never repeat, and each is greater than every id of
 * that tag that this object returned before the call began (or returned to this thread, with {@link LeafOptions#threadBlock()});
 * those of several objects interleave by segments. While the store is away ids go on to the end of what is in hand; then a
 * call waits for at most {@link LeafOptions#maxWait()}, and ids go on by themselves once the store answers. A tag that
 * vanishes from the store ends with the next refresh.
 *
 * <p>Safe for use by any number of threads. No clock takes part in an id.
 */
public final class LeafSegments implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LeafSegments.class.getName());

    private final ConcurrentHashMap<String, TagIds> tags = new ConcurrentHashMap<>();
    /** Those of them that have had a segment, as callers find them. It is changed only while the tag's entry among {@link #tags} is. */
    private final TagIndex index = new TagIndex();

    private final ScheduledThreadPoolExecutor threads = LoaderThreads.create();
    /** Whether a call of close is under way. Not a lock: one that an error leaves held would keep all further calls waiting. */
    private final AtomicBoolean closing = new AtomicBoolean();

    private final LoadContext loading;
    private final TagRefresh refresh;
    /** Kept here, since it is held weakly where it is told. */
    private final CopyListener whenCopied = new CopyListener() {
        @Override
        public void beforeCopy() {
            copied();
        }

        @Override
        public void copied() {
            tags.values().forEach(TagIds::copied);
        }

        /** A clock that was set is no reason to burn ids, but one to give none back. */
        @Override
        public void maybeCopied() {
            maybeCopied = true;
        }
    };
    /** For whoever gives ids back: a copy may have them, too, and what two give back can be another's by then. */
    private final ClockWatch clocks;

    private volatile boolean maybeCopied;
    private volatile boolean closed;
    // By whoever closes.
    private volatile boolean ended;
    private volatile boolean offered;
    private volatile boolean storeClosed;

    private LeafSegments(SegmentStore store, LeafOptions options, LongSupplier nanoTime, ClockWatch clocks) {
        this.clocks = clocks;
        loading = new LoadContext(store, options, threads, nanoTime);
        refresh = new TagRefresh(store, tags);
    }

    private void start() {
        long period = loading.options().refresh().toMillis();
        threads.scheduleWithFixedDelay(refresh::run, period, period, TimeUnit.MILLISECONDS);
        threads.scheduleWithFixedDelay(this::look, ClockWatch.PERIOD, ClockWatch.PERIOD, TimeUnit.SECONDS);
        CopyDetector.system().tell(whenCopied);
        SwitchWarmUp.beginOnce(loading);
    }

    /**
     * Draws from a store, which belongs to the object from then on and is closed with it.
     *
     * @param store grants the ranges
     * @param options how they are claimed and given out
     * @return ready for use; no tag is open yet
     * @throws ConfigException if claims may grow larger than the store grants them; the store is closed then, and whatever else is thrown
     */
    public static LeafSegments open(SegmentStore store, LeafOptions options) {
        return open(store, options, System::nanoTime);
    }

    static LeafSegments open(SegmentStore store, LeafOptions options, LongSupplier nanoTime) {
        return open(store, options, nanoTime, new ClockWatch());
    }

    static LeafSegments open(SegmentStore store, LeafOptions options, LongSupplier nanoTime, ClockWatch clocks) {
        LeafSegments segments;
        try {
            segments = new LeafSegments(store, options, nanoTime, clocks);
        } catch (RuntimeException | Error e) {
            closeAfter(e, store);
            throw e;
        }
        try {
            requireGrantable(store.maxSize(), options);
            segments.start();
            return segments;
        } catch (RuntimeException | Error e) {
            segments.closeAfter(e);
            throw e;
        }
    }

    /** As {@link #open(SegmentStore, LeafOptions)}, but a cap that nobody asked for is no reason to refuse a store that grants less at a time. */
    static LeafSegments openWithin(SegmentStore store, LeafOptions options) {
        LeafOptions within;
        try {
            within = within(store.maxSize(), options);
        } catch (RuntimeException | Error e) {
            closeAfter(e, store);
            throw e;
        }
        return open(store, within);
    }

    /** Options whose cap is no more than a store grants at a time, unless the least step is. */
    static LeafOptions within(long most, LeafOptions options) {
        StepRule step = options.step();
        return options.withStep(new StepRule(
                step.minStep(),
                Math.max(step.minStep(), Math.min(step.maxStep(), most)),
                step.growUnder(),
                step.shrinkOver(),
                step.growEvery(),
                step.asLeaf()));
    }

    /** Refuses claims that may grow larger than a store grants them. */
    static void requireGrantable(long most, LeafOptions options) {
        if (options.step().maxStep() > most) {
            throw new ConfigException(
                    "max-step is " + options.step().maxStep() + ": must be at most " + most
                            + ", the most that the store grants at a time (store.database-block, if that is several databases)");
        }
    }

    /** Closes what could not be opened; what that throws is told with the reason. */
    void closeAfter(Throwable reason) {
        closeAfter(reason, this);
    }

    private static void closeAfter(Throwable reason, AutoCloseable unopened) {
        try {
            unopened.close();
        } catch (Exception | Error onClose) {
            if (onClose != reason) {
                reason.addSuppressed(onClose);
            }
        }
    }

    /**
     * The next id of a tag.
     *
     * @param tag whose ids
     * @return from 1 to {@link Long#MAX_VALUE}
     * @throws ConfigException if the store has no such tag, or holds a step for it that cannot be
     * @throws io.distid.IdsExhaustedException if the store has no range left for the tag
     * @throws io.distid.StoreRegressedException if the store offers a range that it granted before
     * @throws io.distid.BackendException if no ids are in hand and the store grants no range within the wait allowed
     * @throws IdException if the thread is interrupted while it waits
     * @throws IllegalStateException after {@link #close()}
     */
    public long nextId(String tag) {
        TagIds open = index.find(tag);
        return (open == null ? tag(tag) : open).nextId();
    }

    /**
     * Fills {@code ids[from..to)} with ids of a tag in increasing order, without a hole inside a segment.
     *
     * @param tag whose ids
     * @param ids the array to fill
     * @param from the first index, inclusive
     * @param to the last index, exclusive
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= ids.length}
     * @throws IdException as {@link #nextId(String)}; ids claimed for the call until then are burned
     * @throws IllegalStateException after {@link #close()}
     */
    public void nextIds(String tag, long[] ids, int from, int to) {
        TagIds open = index.find(tag);
        (open == null ? tag(tag) : open).nextIds(ids, from, to);
    }

    /**
     * How a tag stands: ids and time on hand, burned ids, loads and failures.
     *
     * @param tag the tag
     * @return a snapshot, or empty if no id of the tag was drawn here
     */
    public Optional<SegmentStats> stats(String tag) {
        return Optional.ofNullable(tags.get(tag)).map(TagIds::stats);
    }

    /**
     * The tags that ids were drawn of here.
     *
     * @return their names at this moment
     */
    public Set<String> tags() {
        return Set.copyOf(tags.keySet());
    }

    boolean isClosed() {
        return closed;
    }

    LeafOptions options() {
        return loading.options();
    }

    /** The tag, once its first segment is there. */
    TagIds tag(String name) {
        while (true) {
            TagIds tag = tags.computeIfAbsent(name, this::create);
            if (closed) {
                tag.end();
            }
            try {
                tag.ready();
            } catch (ConfigException e) {
                // Names come from callers: those that the store does not know must not pile up.
                takeOut(tag);
                refresh.forget(name);
                throw e;
            }
            if (isFound(tag)) {
                return tag;
            }
            // Another caller, told a moment ago that there is no such tag, has taken it out.
            tag.drop();
        }
    }

    /** Lets callers find a tag, unless it was taken out. */
    private boolean isFound(TagIds tag) {
        return tags.computeIfPresent(tag.name(), (name, kept) -> {
                    if (kept == tag) {
                        index.add(tag);
                    }
                    return kept;
                })
                == tag;
    }

    private void takeOut(TagIds tag) {
        tags.computeIfPresent(tag.name(), (name, kept) -> {
            if (kept != tag) {
                return kept;
            }
            index.remove(tag);
            return null;
        });
    }

    private TagIds create(String name) {
        LeafTag tag = new LeafTag(name, loading);
        int block = loading.options().threadBlock();
        return block > 0 ? new ThreadBlocks(tag, block) : tag;
    }

    /** Now, rather than when it is due. */
    void refresh() {
        refresh.run();
    }

    private void look() {
        try {
            clocks.hasDrifted();
        } catch (Throwable e) {
            TagRefresh.warn("the clocks could not be compared, so ids in hand are not given back at close: {0}", e);
        }
    }

    /**
     * Ends all tags, offers the store what was not issued, and closes it. A second call does nothing. Nothing is offered if a clock was set since
     * this was opened, or the machine stood still: then a copy of the process may have the same ids.
     *
     * <p>Waits for a load under way, at most {@link LeafOptions#maxWait()}. If an error meets it, all that can be is ended and closed all the same, and a
     * further call ends the rest.
     */
    @Override
    public void close() {
        closed = true;
        if (closing.compareAndSet(false, true)) {
            try {
                closeAll();
            } finally {
                closing.set(false);
            }
        }
    }

    private void closeAll() {
        try {
            if (!ended) {
                endTags();
            }
        } finally {
            release();
        }
    }

    private void endTags() {
        Throwable failure = null;
        for (TagIds tag : tags.values()) {
            try {
                tag.end();
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
        ended = true;
    }

    private void release() {
        try {
            threads.shutdown();
            // Once, since what a store took back may be another's when it is offered again.
            if (!offered && !storeClosed) {
                offered = true;
                if (awaitLoads()) {
                    giveBack();
                }
            }
        } finally {
            if (!storeClosed) {
                loading.store().close();
                storeClosed = true;
            }
        }
    }

    private boolean awaitLoads() {
        try {
            if (threads.awaitTermination(loading.options().maxWait().toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
        return false;
    }

    /** Asks before each tag, since a store may take long for each, and the machine may stand still meanwhile. */
    private void giveBack() {
        try {
            for (TagIds tag : tags.values()) {
                if (maybeCopied || clocks.hasDrifted()) {
                    return;
                }
                tag.giveBack();
            }
        } catch (IdException e) {
            LOG.log(Level.WARNING, "unissued ids could not be given back, and are burned: {0}", e.getMessage());
        }
    }
}
