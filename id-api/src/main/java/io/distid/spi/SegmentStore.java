package io.distid.spi;

import io.distid.internal.ClaimsUnderWay;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Grants disjoint ranges of one tag.
 *
 * <p>Ranges of a tag never overlap, no matter which caller claims them. Each range that an object claims is above all its earlier ranges, unless it
 * gave some back. Safe for use by several threads. Two overlapping calls never return one range, even if the store went back between them; {@link
 * ClaimsUnderWay} helps with that.
 */
public interface SegmentStore extends AutoCloseable {

    /**
     * Claims a range.
     *
     * @param tag whose ids; must exist in the store
     * @param size how many ids, at least 1
     * @return a range of that size that no other caller was or will be granted
     * @throws io.distid.ConfigException if the store has no such tag, or the tag is not a valid name
     * @throws IllegalArgumentException if the size is below 1
     * @throws io.distid.IdsExhaustedException if the range would end above {@link Long#MAX_VALUE}
     * @throws io.distid.StoreRegressedException if the range lies at or below one that this object saw before
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    Segment claim(String tag, long size);

    /**
     * The step that the store holds for a tag: the least that a claim should take.
     *
     * @throws io.distid.ConfigException if the store has no such tag, or its step is below 1
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    long step(String tag);

    /**
     * The tags that exist in the store at this moment. Each call asks the store, since tags may come and go.
     *
     * @return their names, none if the store holds none
     * @throws UnsupportedOperationException if this kind of store cannot list its tags
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; never an empty set instead
     */
    default Set<String> tags() {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " cannot list its tags");
    }

    /**
     * The tags that exist in the store at this moment, with their steps, in as few requests as possible. For users of many tags.
     *
     * @return the step of each tag; 0 for a tag whose step is invalid or only available by {@link #step(String)}
     * @throws UnsupportedOperationException if this kind of store cannot list its tags
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; never an empty map instead
     */
    default Map<String, Long> steps() {
        return tags().stream().collect(Collectors.toMap(Function.identity(), tag -> 0L));
    }

    /**
     * Gives the unused end of a claimed range back, so that it is granted again instead of lost.
     *
     * <p>A store takes it back in one atomic step, and only if nothing was claimed after it. In any case, the caller must issue none of these ids any
     * more.
     *
     * @param unused the end of a range that {@link #claim(String, long)} granted, up to that range's own end
     * @return whether the store took it back; false if others have claimed since, or if this kind of store never takes ids back
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; the ids then count as lost
     */
    default boolean giveBack(String tag, Segment unused) {
        return false;
    }

    /**
     * Notes for operators, such as what a crash of the server can lose: for {@link io.distid.IdTraits#notes()}.
     *
     * @return sentences; none if there is nothing to say
     */
    default List<String> notes() {
        return List.of();
    }

    /** Closes the store's connections. A second call does nothing. */
    @Override
    void close();
}
