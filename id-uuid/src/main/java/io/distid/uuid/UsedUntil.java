package io.distid.uuid;

import io.distid.IdException;
import io.distid.time.StampBound;
import org.jspecify.annotations.Nullable;

/** Has no upper bound. Its lower bound is the last time that earlier ids of the clock sequence used. */
record UsedUntil(long stampedUntil) implements StampBound {
    @Override
    public long reservedUntil() {
        return Long.MAX_VALUE;
    }

    @Override
    public @Nullable IdException failure() {
        return null;
    }
}
