package io.distid.jdbc;

import io.distid.internal.ClaimsUnderWay;
import io.distid.spi.Segment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The greatest id seen of a tag, to detect a tag that went back.
 *
 * <p>The first of several concurrent claims may return last. So a claim is compared with answers that came before it was sent, and with the grants of claims that overlap it. A
 * range that is given back may be granted again at once. So the level falls before the database is asked, and claims under way at that moment are not compared.
 */
final class HighWaterMark {
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();
    private final AtomicReference<Level> level = new AtomicReference<>(new Level(0, 0));

    /** The level at one moment: one past the last id seen, and how often it fell because a range was given back. */
    record Level(long height, long lowerings) {}

    /** The level with which a claim that begins now is compared. */
    Level level() {
        return level.get();
    }

    /** Whether a database with this value went back, as a claim sees it that began at a level. */
    boolean wentBack(long height, Level before) {
        return height < before.height && level().lowerings == before.lowerings;
    }

    /** Raises the level to a value of the database, which grants nothing below it any more. */
    void raise(long height) {
        level.updateAndGet(old -> height <= old.height ? old : new Level(height, old.lowerings));
    }

    /**
     * Lowers the level before a range is given back, unless a higher range was seen. The database would refuse the range then, and this object would
     * forget the higher range.
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

    /** Begins a claim. The caller closes it after the level was raised to the granted range. */
    ClaimsUnderWay.Claim begin() {
        return underWay.begin(() -> level().height - 1);
    }
}
