package io.distid.leaf;

import io.distid.thread.ThreadOwned;

/** What the owner reads and writes with each id. */
abstract class BlockFields extends ThreadOwned {
    /** The next id. */
    long next;
    /** One past the last id. */
    long end;
    /** The era that the ids belong to; those of an era that is over are not issued. */
    Object era = this;
}

/** A few neighbouring ids of one platform thread. Only its owner draws from it; others may look. */
final class ThreadBlock extends BlockFields {
    /** Never read: they take up room, so that what lies behind a block is not on its cache line. */
    long t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;

    /** How many ids are left; a moment old if the owner is at work. */
    long left() {
        return Math.max(0, end - next);
    }
}
