package io.distid.redis;

import org.jspecify.annotations.Nullable;

/**
 * What one object was granted by a counter, by which {@code claim.lua} and {@link IncrByClaims} refuse one that went back, as far as the counter can never be below it: the numbers that it keeps, and none that others
 * were granted, since those may be given back.
 *
 * @param last the greatest number that is kept
 * @param first where the claim begins that has it
 * @param before the greatest number that is kept below that claim, or {@link #UNKNOWN}
 */
record CounterHighWaterMark(long last, long first, long before) {
    static final long UNKNOWN = -1;

    /** After a claim, whose answer may come after that of a later one. */
    CounterHighWaterMark with(long claimFirst, long claimLast) {
        if (claimLast > last) {
            return new CounterHighWaterMark(claimLast, claimFirst, last);
        }
        return claimLast < first && before != UNKNOWN
                ? new CounterHighWaterMark(last, first, Math.max(before, claimLast))
                : this;
    }

    /** After the end of the last claim was given back; null if it is not that, or what is left would be unknown. */
    @Nullable
    CounterHighWaterMark without(long from, long to) {
        if (to != last || from < first || from == first && before == UNKNOWN) {
            return null;
        }
        return from > first
                ? new CounterHighWaterMark(from - 1, first, before)
                : new CounterHighWaterMark(before, before, UNKNOWN);
    }
}
