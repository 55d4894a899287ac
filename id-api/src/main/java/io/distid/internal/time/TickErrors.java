package io.distid.internal.time;

import io.distid.ClockBehindException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The errors of a {@link TickSequencer} that issues no state. A class of its own: when the JVM verifies a class, it loads the exceptions that the
 * class names. The first id of a process needs none of them.
 */
final class TickErrors {
    private TickErrors() {}

    /** The format has no state left, or the clock shows a time after its end. */
    static IdException formatOver(TickFormat format, Instant now) {
        return new IdsExhaustedException("the format ended at " + format.endOfLife() + "; the clock shows " + now
                + ". Take more time bits, a longer tick or a later epoch.");
    }

    /** The clock stands too far behind the next state, whose tick begins at {@code next}. */
    static IdException behind(long next, long now, Duration maxLead, Duration maxWait) {
        return new ClockBehindException(Instant.ofEpochMilli(next), Instant.ofEpochMilli(now), maxLead, maxWait);
    }

    /**
     * The holder's own ids do not lead the clock, but an earlier holder may have used the ticks up to {@code taken}.
     *
     * @param key the key of the caller's longest wait
     */
    static IdException taken(long next, long now, long taken, Duration maxLead, Duration maxWait, String key) {
        return new ClockBehindException(
                "the next id would carry " + Instant.ofEpochMilli(next) + ", since ticks until "
                        + Instant.ofEpochMilli(taken)
                        + " are taken: the worker id's last holder has reserved them, or the namespace begins above them,"
                        + " as after a restart of its store."
                        + " This node's clock shows " + Instant.ofEpochMilli(now) + ", " + (next - now)
                        + " ms before that; allowed are a lead of " + maxLead.toMillis() + " ms and a wait of "
                        + maxWait.toMillis() + " ms. No id is issued. Wait until then, or raise " + key + ".",
                Instant.ofEpochMilli(next),
                Instant.ofEpochMilli(now));
    }

    /** The next state's tick, which begins at {@code next}, lies beyond the reservation. */
    static IdException reservationOver(long next, long reservedUntil, @Nullable IdException failure) {
        String message =
                "the next id would carry " + Instant.ofEpochMilli(next) + ", but ticks are reserved only until "
                        + Instant.ofEpochMilli(reservedUntil)
                        + (failure == null
                                ? ", and the renewal is late. Ids go on by themselves once the store answers."
                                : ": " + failure.getMessage());
        return failure == null ? new LeaseLostException(message) : new LeaseLostException(message, failure);
    }

    /** The reservation no longer counts, though it is not used up. */
    static IdException lost(IdException reason) {
        return new LeaseLostException("no ids any more, though ticks were reserved: " + reason.getMessage(), reason);
    }

    /** The caller was interrupted. */
    static IdException interrupted() {
        return new InterruptedIdException("interrupted while waiting for the clock; no id was issued");
    }

    /** Whether a reservation with this failure will never move again. */
    static boolean isFinal(@Nullable IdException failure) {
        return failure instanceof LeaseLostException || failure instanceof StoreRegressedException;
    }
}
