package io.distid.uuid;

import io.distid.IdsExhaustedException;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Functions on ULIDs, which are UUIDs here: 48 bits of Unix ms, then 80 random bits, without version and variant. The text is {@link
 * TextForm#CROCKFORD}'s.
 *
 * <p>{@link UlidGenerator}, the strategy {@code ulid}, issues them. {@link #next} is its rule, the specification's own, for programs that keep the last
 * ULID elsewhere.
 *
 * <p>Safe for use by any number of threads. A last ULID that threads share belongs into an atomic reference.
 *
 * @see <a href="https://github.com/ulid/spec">ULID, section Monotonicity</a>
 */
public final class Ulids {
    private static final long RANDOM_HIGH = 0xFFFF;
    static final long LAST_MILLI = (1L << 48) - 1;
    private static final UuidText TEXT = TextForm.CROCKFORD.uuids();

    private Ulids() {}

    /**
     * A ULID of a time.
     *
     * @param time from 1970 to the year 10889; kept to the ms
     * @param random where the 80 bits come from; a {@link java.security.SecureRandom} if they must not be guessed
     * @throws IllegalArgumentException if 48 bits of ms do not hold the time
     */
    public static UUID of(Instant time, RandomGenerator random) {
        return new UUID(millis(time) << 16 | random.nextLong() & RANDOM_HIGH, random.nextLong());
    }

    /**
     * The ULID after another, by the specification's monotonic rule. In a later ms its bits are new random bits; else it is the last ULID plus 1. So
     * it increases even when the clock stands still or is set back.
     *
     * @return greater than the last, unsigned
     * @throws IllegalArgumentException if 48 bits of ms do not hold the time
     * @throws IdsExhaustedException as {@link #increment}
     */
    public static UUID next(UUID last, Instant now, RandomGenerator random) {
        return millis(now) > millis(last) ? of(now, random) : increment(last);
    }

    /**
     * A ULID plus 1 in its 80 random bits.
     *
     * @throws IdsExhaustedException if all 80 bits are set; no carry goes into the time
     */
    public static UUID increment(UUID ulid) {
        return plus(ulid, 1);
    }

    /** A ULID plus a count of at least 0 in its 80 random bits; fails as {@link #increment}. */
    static UUID plus(UUID ulid, int count) {
        long high = ulid.getMostSignificantBits();
        long low = ulid.getLeastSignificantBits() + count;
        if (Long.compareUnsigned(low, ulid.getLeastSignificantBits()) >= 0) {
            return new UUID(high, low);
        }
        if ((high & RANDOM_HIGH) == RANDOM_HIGH) {
            throw new IdsExhaustedException("ULID " + TEXT.encode(ulid)
                    + (count == 1 ? " is the last of its ms, " : " has fewer than " + count + " behind it in its ms, ")
                    + time(ulid) + ": wait for the next");
        }
        return new UUID(high + 1, low);
    }

    /** The time in a ULID. */
    public static Instant time(UUID ulid) {
        return Instant.ofEpochMilli(millis(ulid));
    }

    static long millis(UUID ulid) {
        return ulid.getMostSignificantBits() >>> 16;
    }

    private static long millis(Instant time) {
        // Compared as instants, so that times beyond a long of ms are refused, too.
        if (time.isBefore(Instant.EPOCH)
                || time.isAfter(Instant.ofEpochMilli(LAST_MILLI).plusNanos(999_999))) {
            throw new IllegalArgumentException("time is " + time + ": must be from " + Instant.EPOCH + " to "
                    + Instant.ofEpochMilli(LAST_MILLI) + ", which 48 bits of ms hold");
        }
        return time.toEpochMilli();
    }
}
