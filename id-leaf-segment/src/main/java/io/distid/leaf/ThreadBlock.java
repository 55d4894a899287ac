package io.distid.leaf;

import org.jspecify.annotations.Nullable;

/** Keeps what lies before a block off its cache line. */
abstract class BlockHead {
    /** Never read: they take up room. */
    long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14;
}

/** What the owner reads and writes with each id. */
abstract class BlockFields extends BlockHead {
    /** The next id. */
    long next;
    /** One past the last id. */
    long end;
    /** The era that the ids belong to; those of an era that is over are not issued. */
    Object era = this;
    /** Who may draw from it. */
    final @Nullable Thread owner;

    BlockFields(@Nullable Thread owner) {
        this.owner = owner;
    }
}

/** A few neighbouring ids of one platform thread. Only its owner draws from it; others may look. */
final class ThreadBlock extends BlockFields {
    /** Never read: they take up room. */
    long t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;

    ThreadBlock(@Nullable Thread owner) {
        super(owner);
    }

    /** Whether nobody can draw from it any more. */
    boolean isAbandoned() {
        return owner == null || !owner.isAlive();
    }

    /** How many ids are left; a moment old if the owner is at work. */
    long left() {
        return Math.max(0, end - next);
    }
}
