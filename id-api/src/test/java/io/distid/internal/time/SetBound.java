package io.distid.internal.time;

import io.distid.IdException;
import io.distid.time.StampBound;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reservation that a test moves. */
class SetBound implements StampBound {
    final List<Long> wanted = new ArrayList<>();
    volatile long stamped = Long.MIN_VALUE;
    volatile long reserved = Long.MAX_VALUE;
    volatile @Nullable IdException failure;

    static SetBound reserved(long millis) {
        SetBound bound = new SetBound();
        bound.reserved = millis;
        return bound;
    }

    static SetBound stamped(long millis) {
        SetBound bound = new SetBound();
        bound.stamped = millis;
        return bound;
    }

    @Override
    public long stampedUntil() {
        return stamped;
    }

    @Override
    public long reservedUntil() {
        return reserved;
    }

    @Override
    public @Nullable IdException failure() {
        return failure;
    }

    @Override
    public void want(long tickStart) {
        wanted.add(tickStart);
    }
}
