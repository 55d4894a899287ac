package io.distid;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the ranges that a generator claims stand at one moment; figures taken while ids are drawn may be a few ids apart.
 * Immutable.
 *
 * @param tag whose ids
 * @param step how many ids the last claim took
 * @param left ids in hand: claimed and still to be issued, those in threads' blocks among them
 * @param perSecond ids drawn per second, over the last ten seconds or more
 * @param timeOnHand how long {@code left} lasts at that rate, and so how long the store may be away; null if none was drawn in that time
 * @param issued ids drawn since the tag was opened
 * @param burned claimed ids that will never be issued
 * @param givenBack ids claimed that the store took back
 * @param loads segments claimed
 * @param failures loads that failed
 * @param lastFailure what the last load failed with, or null if it succeeded
 */
public record SegmentStats(
        String tag,
        long step,
        long left,
        double perSecond,
        @Nullable Duration timeOnHand,
        long issued,
        long burned,
        long givenBack,
        long loads,
        long failures,
        @Nullable String lastFailure) {}
