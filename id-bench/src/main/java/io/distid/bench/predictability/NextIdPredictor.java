package io.distid.bench.predictability;

import io.distid.bench.predictability.ObservedIds.Observed;
import io.distid.bench.subject.IdTime;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/*
 * The observer has four ids and knows each public format, but no key and no clock of the server. Its guesses are:
 * 1: the last id + 1.
 * 2-4: the last id + each of the three differences between the four ids. This finds a stride, or two that alternate.
 * 5-8: the last id + 1 to 4 times the greatest power of two that divides all three differences. Single ids have the same
 * bits below the time. So the power is one tick.
 * 9-16: the next 1 to 4 ticks, with the bits below the time of one of two ids. One is the last id. The other is the latest
 * id that began a tick: its sequence was at the start. They need an id with a readable time. Its tick is the lowest bit
 * that changes the time. Ids are numbers of 128 bits.
 */
/** Guesses the next id from the last four. */
final class NextIdPredictor {
    /** Ids that are known before a guess. */
    static final int KNOWN = 4;

    private static final BigInteger TICKS = BigInteger.valueOf(4);

    private final ObservedIds observed;
    private final List<BigInteger> ids;
    private final @Nullable IdTime time;
    private final int tickBit;

    NextIdPredictor(ObservedIds observed, @Nullable IdTime time) {
        this.observed = observed;
        this.ids = IntStream.range(0, observed.size())
                .mapToObj(i -> observed.get(i).number())
                .toList();
        this.time = time;
        this.tickBit = time == null || ids.isEmpty() ? -1 : tickBit(observed.get(0), time);
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
    private static int tickBit(Observed id, IdTime time) {
        long now = id.time(time);
        for (int bit = 0; bit < 126; bit++) {
            long flip = 1L << bit;
            Observed flipped = bit < 64
                    ? new Observed(id.high(), id.low() ^ flip, 0)
                    : new Observed(id.high() ^ flip, id.low(), 0);
            try {
                if (bit != 63 && flipped.time(time) != now) {
                    return bit;
                }
            } catch (RuntimeException e) {
                // Changing this bit gives an id of no format.
            }
        }
        return -1;
    }

    private boolean isGuessed(int i) {
        BigInteger last = ids.get(i - 1);
        BigInteger distance = ids.get(i).subtract(last);
        return distance.equals(BigInteger.ONE) || byDifference(i, distance) || byTick(i, last);
    }

    private boolean byDifference(int i, BigInteger distance) {
        BigInteger any = BigInteger.ZERO;
        for (int j = i - 1; j > i - KNOWN; j--) {
            BigInteger difference = ids.get(j).subtract(ids.get(j - 1));
            if (distance.equals(difference)) {
                return true;
            }
            any = any.or(difference);
        }
        return any.signum() != 0 && isNear(distance, any.getLowestSetBit());
    }

    private boolean byTick(int i, BigInteger last) {
        if (tickBit < 0) {
            return false;
        }
        int first = i - 1;
        for (int j = i - 1; j > i - KNOWN; j--) {
            if (timeOf(j) != timeOf(j - 1)) {
                first = j;
            }
        }
        return afterTick(ids.get(i), last, last) || afterTick(ids.get(i), last, ids.get(first));
    }

    /** Whether an id is one of the next ticks with the lower bits of some other. */
    private boolean afterTick(BigInteger id, BigInteger last, BigInteger lower) {
        BigInteger below = BigInteger.ONE.shiftLeft(tickBit).subtract(BigInteger.ONE);
        return isNear(id.andNot(below).subtract(last.andNot(below)), tickBit)
                && id.and(below).equals(lower.and(below));
    }

    /** Whether a distance is 1 to 4 times a power of two. */
    private static boolean isNear(BigInteger distance, int power) {
        BigInteger steps = distance.shiftRight(power);
        return steps.signum() > 0
                && steps.compareTo(TICKS) <= 0
                && steps.shiftLeft(power).equals(distance);
    }

    private long timeOf(int index) {
        return time == null ? 0 : observed.get(index).time(time);
    }
}
