package io.distid.leaf;

import io.distid.SegmentStats;
import io.distid.process.CopyDetector;
import java.util.Objects;

/** The ids of one tag, in whichever order the options ask for. */
sealed interface TagIds permits LeafTag, ThreadBlocks {

    String name();

    long nextId();

    /**
     * Fills a range with ids. A copy of the process that is made meanwhile returns from the same call with the same ids, so these are burned then, and
     * others drawn.
     */
    default void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        CopyDetector copies = CopyDetector.system();
        int epoch = copies.epoch();
        draw(ids, from, to);
        for (int now = copies.epoch(); now != epoch; now = copies.epoch()) {
            epoch = now;
            counts().burned(to - from);
            draw(ids, from, to);
        }
    }

    /** Fills a valid range; what it has drawn until it throws is burned. */
    void draw(long[] ids, int from, int to);

    /** Waits until there is a segment to draw from, so that a tag's first caller learns at once whether it exists. */
    void ready();

    /** Takes note of the step that the store holds; with 0 the store is asked for it before the next claim. */
    void storeStep(long known);

    /** Burns what is in hand: the store holds the tag no more. Ids go on if it ever does again. */
    void drop();

    /** Burns what is in hand: a copy of the process has it, too. Ids go on from segments that are claimed from now on. */
    void copied();

    /** Ends the ids: who waits, and who comes later, gets an {@link IllegalStateException}. */
    void end();

    /**
     * Offers the store what was not issued, once the tag has ended and no load is under way.
     *
     * @throws io.distid.IdException if the store does not answer; what it did not take back stays counted as burned
     */
    void giveBack();

    SegmentStats stats();

    LeafCounts counts();
}
