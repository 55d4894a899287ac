package io.distid.testkit.contract;

import io.distid.spi.Segment;
import java.util.Comparator;
import java.util.List;

/**
 * A claimed range. Ranges are ordered, except that overlapping ranges are neither above nor below each other.
 *
 * @param start the first id
 * @param end one past the last id
 */
record ClaimRange(long start, long end) implements Comparable<ClaimRange> {

    static ClaimRange of(Segment segment) {
        return new ClaimRange(segment.start(), segment.end());
    }

    /**
     * Refuses overlaps between any of the ranges.
     *
     * @throws AssertionError that names two ranges that overlap
     */
    static void refuseOverlaps(List<List<ClaimRange>> streams) {
        List<ClaimRange> all = streams.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(ClaimRange::start))
                .toList();
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).start() < all.get(i - 1).end()) {
                throw new AssertionError(
                        all.get(i - 1) + " and " + all.get(i) + " overlap, among " + all.size() + " ranges");
            }
        }
    }

    @Override
    public int compareTo(ClaimRange other) {
        if (start >= other.end) {
            return 1;
        }
        return end <= other.start ? -1 : 0;
    }

    @Override
    public String toString() {
        return "[" + start + ", " + end + ")";
    }
}
