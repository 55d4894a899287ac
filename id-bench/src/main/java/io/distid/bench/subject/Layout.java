package io.distid.bench.subject;

import io.distid.IdTraits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a subject's ids before it is opened: from distid's provider, or a peer's documentation. Immutable.
 *
 * @param kind the source of the nodes' worker ids
 * @param workerIds the number of worker ids, or 0 without worker ids
 * @param lasts the time from the epoch to the end of the layout, if the setting {@link #EPOCH} moves it; or null
 * @param claims the claims, or null if they are unknown before a generator is open
 */
public record Layout(
        WorkerIdKind kind,
        int workerIds,
        @Nullable Duration lasts,
        @Nullable IdTraits claims) {
    /** The setting with a peer's epoch, an instant in ISO 8601; without it the peer's own counts. */
    public static final String EPOCH = "epoch";

    /** Nothing is known. */
    public static final Layout NONE = new Layout(WorkerIdKind.NONE, 0, null, null);

    /** For a peer whose operator assigns worker ids. Its ids have so many bits of ms; 0 if its epoch cannot be set. */
    public static Layout told(int workerIds, int timeBits) {
        return new Layout(WorkerIdKind.TOLD, workerIds, lasts(timeBits), null);
    }

    /** For a peer whose cluster assigns worker ids. */
    public static Layout joined(int timeBits) {
        return new Layout(WorkerIdKind.JOINED, 0, lasts(timeBits), null);
    }

    private static @Nullable Duration lasts(int timeBits) {
        return timeBits == 0 ? null : Duration.ofMillis(1L << timeBits);
    }
}
