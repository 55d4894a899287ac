package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.SegmentStats;
import io.distid.internal.CleanUp;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.SegmentStore;
import java.lang.System.Logger.Level;
import java.util.List;
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
 * <p>A tag is opened when its first id is asked for. Ids of a tag are positive and never repeat. Each is greater than every id of the tag that this
 * object returned before the call began. With {@link LeafOptions#threadBlock()}, it is greater than every id returned to this thread. Ids of several
 * objects interleave by segments. While the store is away, ids go on to the end of the segments in hand. After that a call waits for at most {@link
 * LeafOptions#maxWait()}. Ids go on without a restart once the store answers. A tag that vanishes from the store ends with the next refresh.
 *
 * <p>Safe for use by any number of threads. No clock takes part in an id.
 */
public final class LeafSegments implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LeafSegments.class.getName());

    private final ConcurrentHashMap<String, LeafTag> tags = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor threads = LoaderThreads.create();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final LoadContext loading;

    private LeafSegments(SegmentStore store, LeafOptions options, LongSupplier nanoTime) {
        loading = new LoadContext(store, options, threads, nanoTime);
        long period = options.refresh().toMillis();
        threads.scheduleWithFixedDelay(this::refresh, period, period, TimeUnit.MILLISECONDS);
    }

    /**
     * Draws from a store, which belongs to the object from then on and is closed with it.
     *
     * @param store grants the ranges
     * @param options how they are claimed and given out
     * @return ready for use; no tag is open yet
     */
    public static LeafSegments open(SegmentStore store, LeafOptions options) {
        return open(store, options, System::nanoTime);
    }

    static LeafSegments open(SegmentStore store, LeafOptions options, LongSupplier nanoTime) {
        try {
            return new LeafSegments(store, options, nanoTime);
        } catch (RuntimeException | Error e) {
            CleanUp.after(e, store::close);
            throw e;
        }
    }

    /**
     * The next id of a tag.
     *
     * @param tag whose ids
     * @return from 1 to {@link Long#MAX_VALUE}
     * @throws ConfigException if the store has no such tag, or holds a step for it that is out of range
     * @throws io.distid.IdsExhaustedException if the store has no range left for the tag
     * @throws io.distid.StoreRegressedException if the store offers a range that it granted before
     * @throws io.distid.BackendException if no ids are in hand and the store grants no range within the wait allowed
     * @throws IdException if the thread is interrupted while it waits
     * @throws IllegalStateException after {@link #close()}
     */
    public long nextId(String tag) {
        return tag(tag).nextId();
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
        tag(tag).nextIds(ids, from, to);
    }

    /**
     * How a tag stands: ids and time on hand, burned ids, loads and failures.
     *
     * @param tag the tag
     * @return a snapshot, or empty if no id of the tag was asked for here
     */
    public Optional<SegmentStats> stats(String tag) {
        return Optional.ofNullable(tags.get(tag)).map(LeafTag::stats);
    }

    /**
     * The tags whose ids were asked for here.
     *
     * @return their names at this moment
     */
    public Set<String> tags() {
        return Set.copyOf(tags.keySet());
    }

    boolean isClosed() {
        return closed.get();
    }

    LeafOptions options() {
        return loading.options();
    }

    /** What an operator should know of the store. */
    List<String> notes() {
        return loading.store().notes();
    }

    /** The tag. It may have no segment yet, and the store may not know it. */
    LeafTag tag(String name) {
        LeafTag open = tags.get(name);
        return open == null ? open(name) : open;
    }

    private LeafTag open(String name) {
        // Names come from callers, so names that the store does not know are removed again.
        LeafTag tag = tags.computeIfAbsent(
                name, absent -> new LeafTag(absent, loading, unknown -> tags.remove(unknown.name(), unknown)));
        if (closed.get()) {
            tag.loader().end();
        }
        return tag;
    }

    /**
     * Ends the tags that the store no longer holds and records the steps of the others. Throws nothing, since the executor would not run the task
     * again.
     */
    void refresh() {
        try {
            CopyDetector.system().look();
            TagRefresh.run(loading.store(), tags.values());
        } catch (Throwable e) {
            // A failed query is not an empty list: every tag stays.
            warn("tags could not be refreshed: {0}", e);
        }
    }

    private static void warn(String message, Throwable reason) {
        try {
            LOG.log(Level.WARNING, message, reason instanceof IdException ? reason.getMessage() : reason.toString());
        } catch (Throwable e) {
            // The next refresh logs a lasting failure again.
        }
    }

    /**
     * Ends all tags, offers the store the unissued ids, and closes it. A second call does nothing. Ids that a copy of the process may have, too, are
     * not offered.
     *
     * <p>Waits for a load under way, at most {@link LeafOptions#maxWait()}.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            tags.values().forEach(tag -> tag.loader().end());
            threads.shutdown();
            if (awaitLoads()) {
                tags.values().forEach(tag -> tag.loader().giveBack());
            }
        } catch (IdException e) {
            LOG.log(Level.WARNING, "unissued ids could not be given back, and are burned: {0}", e.getMessage());
        } finally {
            threads.shutdownNow();
            loading.store().close();
        }
    }

    private boolean awaitLoads() {
        try {
            return threads.awaitTermination(loading.options().maxWait().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
