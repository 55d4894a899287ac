package io.distid.jdbc;

import io.distid.internal.ClaimsUnderWay;
import io.distid.spi.Segment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How far a tag was seen to have got, to notice one that went back.
 *
 * <p>Of concurrent claims the one that was granted first may come back last, so a claim is judged only by what had come back
 * before it was sent, and by what those were granted that overlap it. A range that is given back may be granted again at once, so the level falls before the database is asked;
 * a claim that was under way at that moment cannot be judged, and is not.
 */
final class HighWaterMark {
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();
    private final AtomicReference<Level> level = new AtomicReference<>(new Level(0, 0));

    /**
     * How far it has got.
     *
     * @param height one past the last id seen
     * @param lowerings how often it fell because a range was given back
     */
    record Level(long height, long lowerings) {}

    /** What a claim that begins now is judged by. */
    Level level() {
        return level.get();
    }

    /**
     * Whether a database went back, in the eyes of a claim.
     *
     * @param height where the database stands
     * @param before the {@link #level()} when the claim began
     */
    boolean wentBack(long height, Level before) {
        return height < before.height && level().lowerings == before.lowerings;
    }

    /** Raises it to where the database was seen: nothing below will be granted any more. */
    void raise(long height) {
        level.updateAndGet(old -> height <= old.height ? old : new Level(height, old.lowerings));
    }

    /**
     * Lowers it because a range is about to be given back, unless one above it was seen: the database would not take it, and what is above would not be
     * known any more.
     */
    boolean lower(Segment unused) {
        while (true) {
            Level old = level();
            if (old.height > unused.end()) {
                return false;
            }
            if (level.compareAndSet(old, new Level(Math.min(unused.start(), old.height), old.lowerings + 1))) {
                underWay.goesBack(unused.start(), unused.end() - 1);
                return true;
            }
        }
    }

    /** Begins a claim, which is to be closed once the level was raised to what it was granted. */
    ClaimsUnderWay.Claim begin() {
        return underWay.begin(() -> level().height - 1);
    }
}
