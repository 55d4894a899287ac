package io.distid.bench.subject;

import io.distid.IdTraits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a subject's ids before one is made: of ours by their provider, of peers by their documentation. Immutable.
 *
 * @param kind where nodes have their worker ids from
 * @param workerIds how many worker ids there are, or 0 if none are given
 * @param lasts how long after its epoch the layout ends, where the setting {@link Peers#EPOCH} moves that; or null
 * @param claims what is claimed, or null if it is not known before one is open
 */
public record Layout(
        WorkerIdKind kind,
        int workerIds,
        @Nullable Duration lasts,
        @Nullable IdTraits claims) {
    /** Nothing is known. */
    public static final Layout NONE = new Layout(WorkerIdKind.NONE, 0, null, null);

    /** Of a peer whose operator gives worker ids; ids last for so many bits of ms if its epoch can be set, which 0 says it cannot. */
    static Layout told(int workerIds, int timeBits) {
        return new Layout(WorkerIdKind.TOLD, workerIds, lasts(timeBits), null);
    }

    /** Of a peer whose cluster gives worker ids. */
    static Layout joined(int timeBits) {
        return new Layout(WorkerIdKind.JOINED, 0, lasts(timeBits), null);
    }

    private static @Nullable Duration lasts(int timeBits) {
        return timeBits == 0 ? null : Duration.ofMillis(1L << timeBits);
    }
}
