package io.distid.spi;

/**
 * A range of ids granted to one claimer and to no other.
 *
 * <p>Making one throws {@link IllegalArgumentException} unless {@code 0 <= start < end}. Immutable.
 *
 * @param start the first id, at least 0 (an algorithm does not issue 0)
 * @param end one past the last id, above {@code start}
 */
public record Segment(long start, long end) {

    public Segment {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("a segment needs 0 <= start < end: [" + start + ", " + end + ")");
        }
    }

    /**
     * How many ids it holds.
     *
     * @return at least 1
     */
    public long size() {
        return end - start;
    }
}
