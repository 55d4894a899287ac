package io.distid.time;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hands out strictly increasing states {@code tick << sequenceBits | sequence}, whatever the clock does: the clock rule that
 * Snowflake, Sonyflake and UUIDv7 share.
 *
 * <p>Safe for use by any number of threads, platform or virtual. A state is greater than every state that was returned before
 * the call began. Issuing is lock-free; only a caller who has to wait for the clock parks, for at most
 * {@link ClockRule#maxWait()}, and gives up when it is interrupted.
 */
public final class TickSequencer extends PaddedWord {
    /*
     * How it works
     * ============
     * The word holds the next free state. By the rule, the next state to issue is
     *
     *     candidate = max(now << sequenceBits | first, word)
     *
     * and it may be issued once it lies below three bounds: the clock's (now + maxLead), the holder's (reservedUntil) and the
     * format's. A spent sequence and a clock set back are the same case: the candidate's tick leads the clock. Carrying from the
     * sequence into the tick needs no code, it is what + 1 does.
     *
     * One thread at a time could do this by compare-and-set, but under contention most attempts of a CAS are wasted, while each
     * fetch-and-add succeeds. So next() adds first and judges afterwards. Whatever the add returns is ours alone:
     *
     *     behind the clock's tick    drop it, and move the word forward to the tick (once a tick, by CAS);
     *     within the bounds          issue it;
     *     beyond a bound             it is still ours: park until the bound has moved past it, then issue it.
     *
     * Dropping costs nothing but sequence numbers of a tick that is over. Waiting with a state in hand makes the cap exact: each
     * state of each tick is used, in the order in which callers came.
     *
     * A caller who gives up (time-out, interrupt) leaves a hole. Were callers to come back at once, each try would add one, and
     * the word would run away from a clock that was set back. So whoever gives up shuts the fast way; while it is shut, callers
     * take a state only by a CAS that finds it within all bounds, and the first who succeeds opens it again.
     *
     * Why two holders of a worker id never issue one state: the bound is durable before it is read here, no state at or beyond
     * it is issued, and the next holder's word starts above it. Why close() is exact: it swaps the word for a negative one, so
     * every state that was ever handed out lies below the word it got, and no state can be taken after.
     */

    /** The value of {@link #openBelow} that sends all callers the slow way. */
    private static final long SHUT = Long.MIN_VALUE;
    /** The word after {@link #close()}: so low that adding to it for ever does not reach 0. */
    private static final long CLOSED = Long.MIN_VALUE;
    /** So that a clock that jumps forward, or a manual one, is noticed soon. */
    private static final long LONGEST_PARK_NANOS = 10_000_000;

    private final TickFormat format;
    private final ClockRule rule;
    private final InstantSource clock;
    private final InstantSource exactClock;
    private final StampBound bound;
    private final Parking parking;

    private final int sequenceBits;
    private final long lastTick;
    /** The states from the start of the clock's tick to the end of the last tick that may lead it. */
    private final long span;

    private volatile long closedAt;
    /** One past the last state that holder and format allow, or {@link #SHUT}. The one volatile read on the way to an id. */
    private volatile long openBelow;

    /**
     * A sequencer on the system's parking.
     *
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param clock read for each state; a {@link CoarseClock} makes that cheap
     * @param bound the ticks reserved, or {@link StampBound#NONE}
     * @throws ConfigException if the sequence start does not fit into the sequence
     */
    public TickSequencer(TickFormat format, ClockRule rule, InstantSource clock, StampBound bound) {
        this(format, rule, clock, bound, Parking.SYSTEM);
    }

    /**
     * A sequencer that waits as it is told, for simulations.
     *
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param clock read for each state
     * @param bound the ticks reserved, or {@link StampBound#NONE}
     * @param parking how to wait
     * @throws ConfigException if the sequence start does not fit into the sequence
     */
    public TickSequencer(TickFormat format, ClockRule rule, InstantSource clock, StampBound bound, Parking parking) {
        super(Math.max(1, format.firstStateAfter(bound.stampedUntil())));
        this.format = format;
        this.rule = Objects.requireNonNull(rule, "rule");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.exactClock = clock instanceof CoarseClock coarse ? coarse.exact() : clock;
        this.bound = bound;
        this.parking = Objects.requireNonNull(parking, "parking");
        this.sequenceBits = format.sequenceBits();
        this.lastTick = format.lastTick();
        int starts = rule.sequenceStart().bound();
        if (starts > 1L << sequenceBits) {
            throw new ConfigException("sequence start is random below " + starts + ", but " + sequenceBits
                    + " sequence bits hold only " + (1L << sequenceBits));
        }
        long leadTicks = Math.min(rule.maxLead().toMillis() / format.tickMillis(), lastTick);
        this.span = leadTicks == lastTick ? format.end() : leadTicks + 1 << sequenceBits;
        this.openBelow = reserved();
    }

    /**
     * The next state.
     *
     * @return greater than every state returned before this call began
     * @throws ClockBehindException if the clock stands too far behind the next state
     * @throws IdsExhaustedException if the format is over
     * @throws LeaseLostException if the reservation is used up and was not renewed in time
     * @throws IdException if the thread is interrupted while it waits; its interrupt status is set
     * @throws IllegalStateException after {@link #close()}
     */
    public long next() {
        long open = openBelow;
        long tick = format.tickAt(clock.millis());
        // Unsigned: a clock before the epoch goes the slow way, like one beyond the format.
        if (open != SHUT && Long.compareUnsigned(tick, lastTick) < 0) {
            long floor = tick << sequenceBits;
            long state = addToWord(1);
            if (state >= floor) {
                return state - floor < span && state < open ? state : await(state);
            }
        }
        return claim(1);
    }

    /**
     * Takes consecutive states in one step.
     *
     * @param count how many, at least 1
     * @return the first of them; greater than every state returned before this call began
     * @throws IllegalArgumentException if the count is below 1, or more than the clock rule ever allows at one moment
     * @throws IdException as {@link #next()}
     * @throws IllegalStateException after {@link #close()}
     */
    public long claim(int count) {
        if (count < 1 || count > span) {
            throw new IllegalArgumentException(
                    "count must be from 1 to " + span + ", the states of a tick and of the lead: " + count);
        }
        long since = 0;
        while (true) {
            long word = word();
            requireOpen(word);
            long now = exactClock.millis();
            long tick = format.tickAt(now);
            long candidate = candidate(
                    word,
                    tick,
                    sequenceBits,
                    // Only of a tick that has no state yet: else each batch would skip to a new start.
                    tick > format.tickOf(word) ? rule.sequenceStart().first() : 0);
            long reserved = reserved();
            if (fits(candidate + count - 1, tick, reserved)) {
                if (moveWord(word, candidate + count)) {
                    openBelow = reserved;
                    return candidate;
                }
            } else {
                since = pause(candidate + count - 1, now, reserved, since);
            }
        }
    }

    /**
     * Fills an array with increasing states, in as few steps as the clock rule allows.
     *
     * @param states the array to fill
     * @param from the first index, inclusive
     * @param to the last index, exclusive
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= states.length}
     * @throws IdException as {@link #next()}
     * @throws IllegalStateException after {@link #close()}
     */
    public void fill(long[] states, int from, int to) {
        Objects.checkFromToIndex(from, to, states.length);
        for (int i = from; i < to; ) {
            int count = (int) Math.min(to - i, Math.max(1, room()));
            long first = claim(count);
            for (int end = i + count; i < end; i++) {
                states[i] = first++;
            }
        }
    }

    /**
     * Waits until a state can be issued: after a crash, until the predecessor's reservation is over.
     *
     * @param atMost how long
     * @throws ClockBehindException if the clock would need longer than that
     * @throws IdException as {@link #next()}
     */
    public void awaitFirst(Duration atMost) {
        long start = parking.nanoTime();
        while (true) {
            long now = exactClock.millis();
            long first = candidate(word(), format.tickAt(now), sequenceBits, 0);
            long need = leadMillis(first, now);
            if (first >= format.end() || need <= 0) {
                return;
            }
            if (need > atMost.toMillis() || parking.nanoTime() - start > atMost.toNanos() + 1_000_000) {
                throw behind(first, now, atMost);
            }
            requireUninterrupted();
            parking.park(Math.min(need * 1_000_000, LONGEST_PARK_NANOS));
        }
    }

    /**
     * How far the next state's tick leads the clock now.
     *
     * @return at least zero; bounded by {@link ClockRule#maxLead()} plus what callers wait for
     */
    public Duration lead() {
        return Duration.ofMillis(Math.max(0, format.startOf(format.tickOf(Math.max(0, word()))) - exactClock.millis()));
    }

    /**
     * Ends issuing, at once and for good.
     *
     * @return epoch ms of the start of the last tick that may have been used; no tick after it was or will be. A second call
     *     returns the same
     */
    public long close() {
        openBelow = SHUT;
        long word = swapWord(CLOSED);
        if (word >= 0) {
            // States beyond the reservation may have been claimed by callers who still wait, but none was issued.
            long last = Math.max(0, Math.min(word, reserved()) - 1);
            closedAt = format.startOf(format.tickOf(last));
        }
        return closedAt;
    }

    /**
     * The rule itself: the state to issue next. A pure function.
     *
     * @param word the next free state
     * @param tick the clock's tick; may be negative
     * @param sequenceBits the bits of the sequence
     * @param first the sequence that a new tick starts with
     * @return never below {@code word}
     */
    static long candidate(long word, long tick, int sequenceBits, int first) {
        // Ticks beyond 2^62 >> sequenceBits lie beyond every format; held there so that the shift keeps its sign.
        long held = Math.min(tick, Long.MAX_VALUE >> sequenceBits);
        return held < 0 ? word : Math.max(held << sequenceBits | first, word);
    }

    /** Whether a state lies below all bounds: the clock's lead, the reservation and the format's end. */
    private boolean fits(long last, long tick, long reserved) {
        // Of a state that does not overflow the format, so neither shift nor difference overflows.
        return last >= 0 && last < reserved && format.tickOf(last) - tick < span >>> sequenceBits;
    }

    /** The way of a state that is ours, but beyond a bound: wait for the bound. */
    private long await(long state) {
        long since = 0;
        while (true) {
            requireOpen(word());
            long now = exactClock.millis();
            long reserved = reserved();
            if (fits(state, format.tickAt(now), reserved)) {
                if (openBelow != SHUT) {
                    openBelow = reserved;
                }
                return state;
            }
            since = pause(state, now, reserved, since);
        }
    }

    /** Parks for a moment because {@code last} is beyond a bound; throws if waiting is over, or will not help. */
    private long pause(long last, long now, long reserved, long since) {
        long nanoTime = parking.nanoTime();
        long start = since == 0 ? nanoTime : since;
        boolean late = nanoTime - start > rule.maxWait().plus(format.tick()).toNanos();
        long nanos;
        if (last < 0 || last >= format.end()) {
            throw giveUp(new IdsExhaustedException("the format ended at " + format.endOfLife() + "; the clock shows "
                    + Instant.ofEpochMilli(now) + ". Take more time bits, a longer tick or a later epoch."));
        } else if (last >= reserved) {
            bound.want(format.startOf(format.tickOf(last)));
            IdException failure = bound.failure();
            boolean ended = failure instanceof LeaseLostException || failure instanceof StoreRegressedException;
            if (late || ended || rule.maxWait().isZero()) {
                throw giveUp(reservationOver(last, failure));
            }
            nanos = 1_000_000;
        } else {
            long need = leadMillis(last, now);
            if (late || need > rule.maxWait().toMillis()) {
                throw giveUp(behind(last, now, rule.maxWait()));
            }
            // The clock shows whole ms; without its fraction each wait would last up to 1 ms too long.
            nanos = need * 1_000_000 - exactClock.instant().getNano() % 1_000_000;
        }
        requireUninterrupted();
        parking.park(Math.max(1, Math.min(nanos, LONGEST_PARK_NANOS)));
        return start == 0 ? 1 : start;
    }

    /** How many ms must pass until the state no longer leads the clock by more than is allowed. */
    private long leadMillis(long state, long now) {
        return format.startOf(format.tickOf(state) - (span >>> sequenceBits) + 1) - now;
    }

    /** One past the last state that holder and format allow. */
    private long reserved() {
        return Math.min(format.end(), format.firstStateAfter(bound.reservedUntil()));
    }

    /** How many states could be taken now; below 1 if none. */
    private long room() {
        long tick = format.tickAt(exactClock.millis());
        long candidate = candidate(word(), tick, sequenceBits, 0);
        long ceiling = tick < 0 ? 0 : Math.min(Math.min(tick, lastTick) << sequenceBits, Long.MAX_VALUE - span) + span;
        return Math.min(span, Math.min(ceiling, reserved()) - candidate);
    }

    private IdException giveUp(IdException reason) {
        openBelow = SHUT;
        return reason;
    }

    private void requireOpen(long word) {
        if (word < 0) {
            throw new IllegalStateException("the generator is closed");
        }
    }

    private void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw giveUp(new IdException("interrupted while waiting for the clock; no id was issued"));
        }
    }

    private ClockBehindException behind(long state, long now, Duration maxWait) {
        return new ClockBehindException(
                Instant.ofEpochMilli(format.startOf(format.tickOf(state))),
                Instant.ofEpochMilli(now),
                rule.maxLead(),
                maxWait);
    }

    private LeaseLostException reservationOver(long last, @Nullable IdException failure) {
        String message = "the next id would carry " + Instant.ofEpochMilli(format.startOf(format.tickOf(last)))
                + ", but ticks are reserved only until " + Instant.ofEpochMilli(bound.reservedUntil())
                + (failure == null ? ", and the renewal is late" : ": " + failure.getMessage());
        return failure == null ? new LeaseLostException(message) : new LeaseLostException(message, failure);
    }
}
