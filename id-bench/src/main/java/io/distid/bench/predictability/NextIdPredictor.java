package io.distid.bench.predictability;

import io.distid.bench.subject.IdTime;
import org.jspecify.annotations.Nullable;

/*
 * The observer has four ids and knows each public format, but no key and no clock of the server. It makes up to 16 guesses
 * of the next id:
 *
 * 1: the last id + 1.
 *
 * 2-4: the last id + each of the three differences between the four ids. This finds a stride, or two that alternate.
 *
 * 5-8: the last id + 1 to 4 times the greatest power of two that divides all three differences. Single ids have the same
 * bits below the time, so the power is one tick.
 *
 * 9-16: the next 1 to 4 ticks, with the bits below the time of one of two ids. One is the last id. The other is the latest
 * id that began a tick: its sequence was at the start.
 *
 * The last eight need an id with a readable time. Its tick is the lowest bit that changes the time. Ids are numbers of
 * 128 bits, added with carry.
 */
/** Guesses the next id from the last four. */
final class NextIdPredictor {
    /** Ids that are known before a guess. */
    static final int KNOWN = 4;

    private static final int TICKS = 4;

    private final ObservedIds ids;
    private final @Nullable IdTime time;
    private final int tickBit;
    private long targetHigh;
    private long targetLow;

    NextIdPredictor(ObservedIds ids, @Nullable IdTime time) {
        this.ids = ids;
        this.time = time;
        this.tickBit = time == null || ids.size() == 0 ? -1 : tickBit(ids.high(0), ids.low(0), time);
    }

    /** The share of ids, from 0 to 1, that were guessed from the four before; 0 if there are too few. */
    double share() {
        int hits = 0;
        for (int i = KNOWN; i < ids.size(); i++) {
            hits += isGuessed(i) ? 1 : 0;
        }
        return ids.size() <= KNOWN ? 0 : (double) hits / (ids.size() - KNOWN);
    }

    /**
     * The lowest bit of 128 that moves the time by a ms or more when it is flipped; -1 if none does. Ticks shorter than
     * a ms are not found. That changes no result: such ticks cannot be guessed.
     */
    private static int tickBit(long high, long low, IdTime time) {
        long now = time.epochMillis(high, low);
        for (int bit = 0; bit < 126; bit++) {
            long flippedHigh = bit < 64 ? high : high ^ 1L << bit - 64;
            long flippedLow = bit < 64 ? low ^ 1L << bit : low;
            if (bit != 63 && movesTime(flippedHigh, flippedLow, now, time)) {
                return bit;
            }
        }
        return -1;
    }

    private static boolean movesTime(long high, long low, long now, IdTime time) {
        try {
            return time.epochMillis(high, low) != now;
        } catch (RuntimeException e) {
            // Changing this bit gives an id of no format.
            return false;
        }
    }

    private boolean isGuessed(int i) {
        targetHigh = ids.high(i);
        targetLow = ids.low(i);
        return plus(i - 1, 0, 1) || byDifference(i) || byStep(i) || byTick(i);
    }

    private boolean byDifference(int i) {
        for (int j = i - 1; j > i - KNOWN; j--) {
            if (plus(i - 1, differenceHigh(j), ids.low(j) - ids.low(j - 1))) {
                return true;
            }
        }
        return false;
    }

    private boolean byStep(int i) {
        long anyHigh = 0;
        long anyLow = 0;
        for (int j = i - 1; j > i - KNOWN; j--) {
            anyHigh |= differenceHigh(j);
            anyLow |= ids.low(j) - ids.low(j - 1);
        }
        long stepLow = Long.lowestOneBit(anyLow);
        long stepHigh = stepLow == 0 ? Long.lowestOneBit(anyHigh) : 0;
        long sumHigh = 0;
        long sumLow = 0;
        for (int k = 1; k <= TICKS; k++) {
            sumHigh += stepHigh + carry(sumLow, stepLow);
            sumLow += stepLow;
            if (plus(i - 1, sumHigh, sumLow)) {
                return true;
            }
        }
        return false;
    }

    private boolean byTick(int i) {
        if (tickBit < 0) {
            return false;
        }
        int first = i - 1;
        for (int j = i - 1; j > i - KNOWN; j--) {
            if (timeOf(j) != timeOf(j - 1)) {
                first = j;
            }
        }
        return afterTick(i - 1, i - 1) || afterTick(i - 1, first);
    }

    /** Whether the target is one of the next ticks with the lower bits of some id. */
    private boolean afterTick(int last, int lower) {
        if (tickBit >= 64) {
            long mask = (1L << tickBit - 64) - 1;
            long ticks = (targetHigh >>> tickBit - 64) - (ids.high(last) >>> tickBit - 64);
            return isNear(ticks) && targetLow == ids.low(lower) && ((targetHigh ^ ids.high(lower)) & mask) == 0;
        }
        long mask = (1L << tickBit) - 1;
        long ticks = (targetLow >>> tickBit) - (ids.low(last) >>> tickBit);
        return isNear(ticks) && targetHigh == ids.high(last) && ((targetLow ^ ids.low(lower)) & mask) == 0;
    }

    private static boolean isNear(long ticks) {
        return ticks >= 1 && ticks <= TICKS;
    }

    private long timeOf(int index) {
        return time == null ? 0 : time.epochMillis(ids.high(index), ids.low(index));
    }

    private long differenceHigh(int j) {
        long borrow = Long.compareUnsigned(ids.low(j), ids.low(j - 1)) < 0 ? 1 : 0;
        return ids.high(j) - ids.high(j - 1) - borrow;
    }

    private static long carry(long a, long b) {
        return Long.compareUnsigned(a + b, a) < 0 ? 1 : 0;
    }

    private boolean plus(int last, long high, long low) {
        return ids.low(last) + low == targetLow && ids.high(last) + high + carry(ids.low(last), low) == targetHigh;
    }
}
