package io.distid.uuid;

import io.distid.IdException;
import io.distid.time.StampBound;
import org.jspecify.annotations.Nullable;

/** No bound above; below, the times that another series of ids has used. */
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
