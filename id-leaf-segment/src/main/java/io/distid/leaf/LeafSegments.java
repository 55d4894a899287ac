package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.spi.SegmentStore;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Ids of any number of tags, from the segments of one store.
 *
 * <p>A tag is opened when its first id is asked for. Ids of a tag are positive, never repeat, and each is greater than every id of
 * that tag that this object returned before the call began; those of several objects interleave by segments. While the store
 * is away ids go on to the end of what is in hand; then a call waits for at most {@link LeafOptions#maxWait()}.
 *
 * <p>Safe for use by any number of threads. No clock takes part in an id.
 */
public final class LeafSegments implements AutoCloseable {
    private final ConcurrentHashMap<String, LeafTag> tags = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor threads = LoaderThreads.create();
    private final Loading loading;
    private volatile boolean closed;

    private LeafSegments(SegmentStore store, LeafOptions options, LongSupplier nanoTime) {
        loading = new Loading(store, options, threads, nanoTime);
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
        return new LeafSegments(store, options, nanoTime);
    }

    /**
     * The next id of a tag.
     *
     * @param tag whose ids
     * @return from 1 to {@link Long#MAX_VALUE}
     * @throws ConfigException if the store has no such tag, or holds a step below 1 for it
     * @throws io.distid.IdsExhaustedException if the store has no range left for the tag
     * @throws io.distid.StoreRegressedException if the store offers a range that it granted before
     * @throws io.distid.BackendException if no ids are in hand and the store does not grant a range within the wait allowed
     * @throws io.distid.IdException if the thread is interrupted while it waits
     * @throws IllegalStateException after {@link #close()}
     */
    public long nextId(String tag) {
        LeafTag open = tags.get(tag);
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
     * @throws io.distid.IdException as {@link #nextId(String)}; ids claimed for the call until then are burned
     * @throws IllegalStateException after {@link #close()}
     */
    public void nextIds(String tag, long[] ids, int from, int to) {
        LeafTag open = tags.get(tag);
        (open == null ? tag(tag) : open).nextIds(ids, from, to);
    }

    /** The tag, once its first segment is there. */
    LeafTag tag(String name) {
        LeafTag tag = tags.computeIfAbsent(name, key -> new LeafTag(key, loading));
        if (closed) {
            tag.loader().end();
            throw new IllegalStateException("closed");
        }
        try {
            tag.ready();
        } catch (ConfigException e) {
            tags.remove(name, tag);
            throw e;
        }
        return tag;
    }

    /** Ends all tags and closes the store. A second call does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        tags.values().forEach(tag -> tag.loader().end());
        threads.shutdown();
        try {
            if (!threads.awaitTermination(loading.options().maxWait().toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
        loading.store().close();
    }
}
