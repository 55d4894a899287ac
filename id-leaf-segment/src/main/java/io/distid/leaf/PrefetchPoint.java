package io.distid.leaf;

/**
 * Where in a segment the next one is asked for: the caller that claims this index has the {@link SegmentLoader} load ahead, unless the tag's
 * {@link NextLoadTimer} comes soon enough. Once it has been claimed, the timer finds the load due, too.
 */
final class PrefetchPoint {
    private PrefetchPoint() {}

    /**
     * The index for it.
     *
     * @param size of the segment
     * @param percent how much of it is used up before; at 100 no index of the segment is met, so that nothing is loaded ahead
     */
    static long of(long size, int percent) {
        // By parts, since size * 100 can overflow.
        return size / 100 * percent + size % 100 * percent / 100;
    }
}
