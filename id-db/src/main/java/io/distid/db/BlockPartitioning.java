package io.distid.db;

import io.distid.spi.Segment;

/**
 * How ids are divided among several databases: in blocks of one length, of which database <i>r</i> of <i>n</i> has every
 * <i>n</i>-th, beginning with the <i>r</i>-th.
 *
 * <pre>
 *              block 0   block 1   block 2   block 3   block 4   block 5
 * database 0   0..999              2000..2999          4000..4999           its own count: 0..999, 1000..1999, 2000..2999
 * database 1             1000..1999          3000..3999          5000..5999 its own count: 0..999, 1000..1999, 2000..2999
 * </pre>
 *
 * <p>Tinyid's delta and remainder do the same with single ids; with blocks, what is granted stays a plain range. A database
 * counts its own ids without holes, and only here are they mapped.
 *
 * @param increment how many databases there may ever be
 * @param length ids in a block
 */
record BlockPartitioning(long increment, long length) {

    /** One past the greatest id that a database may count to, so that no mapped id overflows. */
    long limit() {
        return Long.MAX_VALUE / (increment * length) * length;
    }

    /** What a range of a database's own count is in ids; the range may not straddle blocks. */
    Segment global(Segment own, int offset) {
        long start = (own.start() / length * increment + offset) * length + own.start() % length;
        return new Segment(start, start + own.size());
    }

    /** The inverse of {@link #global(Segment, int)}. */
    Segment own(Segment global) {
        long start = global.start() / length / increment * length + global.start() % length;
        return new Segment(start, start + global.size());
    }

    /** Which database a range is of. */
    int offset(Segment global) {
        return (int) (global.start() / length % increment);
    }

    /** The least start of a block, in the database's own count, whose ids all lie at or above an id. */
    long ownAtOrAbove(long id, int offset) {
        long block = ceilDiv(id, length);
        return Math.max(0, ceilDiv(block - offset, increment)) * length;
    }

    private static long ceilDiv(long a, long b) {
        return -Math.floorDiv(-a, b);
    }
}
