package io.distid.spi;

/**
 * Grants disjoint ranges of one tag.
 *
 * <p>Ranges of a tag never overlap, whoever claims them, and each is above all that were granted before it. Safe for use by
 * several threads.
 */
public interface SegmentStore extends AutoCloseable {

    /**
     * Claims a range.
     *
     * @param tag whose ids; must exist in the store
     * @param size how many ids, at least 1
     * @return a range of that size that nobody else was or will be granted
     * @throws io.distid.ConfigException if the store has no such tag, or the tag is not a valid name
     * @throws io.distid.IdsExhaustedException if the range would end above {@link Long#MAX_VALUE}
     * @throws io.distid.StoreRegressedException if the range lies at or below one that this object saw before
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    Segment claim(String tag, long size);

    /**
     * The step the store itself holds for a tag: the least that a claim should take.
     *
     * @param tag whose ids
     * @return at least 1
     * @throws io.distid.ConfigException if the store has no such tag, or its step is below 1
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    long step(String tag);

    /** Closes what the store holds open. A second call does nothing. */
    @Override
    void close();
}
