package io.distid.internal.time;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdStats;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.LeaseLostException;
import io.distid.internal.CallCounts;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Issues strictly increasing states {@code tick << sequenceBits | sequence}, whatever the clock does. Snowflake, Sonyflake and UUIDv7 share this
 * clock rule.
 *
 * <p>Safe for use by any number of threads, platform or virtual. A state is greater than every state that was returned before
 * the call began. Issuing is lock-free. Only a caller that waits for the clock parks, for at most {@link ClockLimits#maxWait()}, and gives up when it
 * is interrupted.
 */
public final class TickSequencer extends PaddedWord {
    /*
     * How it works
     * ============
     * The word holds the next free state. The next state to issue is
     *
     *     candidate = max(now << sequenceBits | first, word)
     *
     * and it may be issued once it lies below three bounds: the clock's (now + maxLead), the holder's (reservedUntil) and the format's. A spent
     * sequence and a clock set back are the same case: the candidate's tick leads the clock. The carry from the sequence into the tick needs no code:
     * + 1 does it.
     *
     * A compare-and-set would do, but under contention most of its attempts fail, while each fetch-and-add succeeds. So next() adds first and judges
     * afterwards. The state that the add returns belongs to the caller alone:
     *
     *     Behind the clock's tick: drop it, and move the word forward to the tick (once a tick, by CAS).
     *     Within the bounds: issue it.
     *     Beyond a bound: keep it, park until the bound has moved past it, then issue it.
     *
     * If ticks start at random, the carry from a spent tick draws a start, too. The caller that gets sequence 0 of a tick draws a number, adds it to
     * the word, and issues the last state of this range. Callers that add in between get states below the draw. The fast path therefore never issues
     * sequence 0 of the clock's tick, and the slow path draws for it. Ticks ahead of the clock start without a draw: they are the rest of a burst,
     * and a draw would cost it states.
     *
     * A coarse clock is read like any other. Order and uniqueness come from the add alone, so a late clock only makes the time in the ids lag. The
     * slow path reads the exact clock, so a coarse clock that stands delays no caller.
     *
     * A dropped state costs only sequence numbers of a past tick. Callers wait with a state in hand. So each state of a tick, from its start on, is
     * used, in the order of the callers.
     *
     * claim() judges first and takes by CAS, since a dropped batch would cost many states. next() calls it after it dropped a state. If the tick
     * turns out to be spent, claim() queues by an add like the others. Without a place in the queue it could find tick after tick spent by callers
     * that have one.
     *
     * A caller that gives up (refusal, time-out, interrupt) sets the word back to its state by a CAS, which succeeds if nobody added since. Then no
     * caller has a state from there on: callers with a state above have returned it themselves. An issued state is never returned, so the word never
     * falls to an issued state. If others have added since, GivenBackStates keeps the state. If they give up as well, the last of them sets the word
     * back by all these states. If one of them is served, the state stays a hole, since issuing it later would break the order. If refused callers
     * tried again at once, each try might leave a hole, and the word would run far ahead of the clock. So the first caller that gives up shuts the
     * fast path. While it is shut, callers take a state only by a CAS that finds it within all bounds, and the first success opens it again.
     *
     * Two holders of a worker id never issue one state. The bound is durable before it is read here, no state at or beyond it is issued, and the next
     * holder's word starts above it. A holder may have had a successor that the store forgot. When its bound moves, `lowest` moves, too, and no state
     * between the old bound and `lowest` is issued. A caller that finds the new bound first moves the word to `lowest`. Only then does it open the
     * fast path up to the bound, or take a state above. The result of close() is exact, since it swaps the word for a negative number. So every state
     * that a caller ever got lies below the old word, and no state can be taken afterwards.
     */

    /** The value of {@link #openBelow} that sends all callers to the slow path. */
    private static final long SHUT = -1;
    /**
     * The word after {@link #close()}. It is so low that additions never reach 0, and well above the overflow at the end of a format of 63 bits.
     */
    private static final long CLOSED = Long.MIN_VALUE / 2;
    /** Short, so that a clock that jumps forward, or a manual clock, is noticed soon. */
    private static final long LONGEST_PARK_NANOS = 10_000_000;

    private static final VarHandle OPEN_BELOW;

    static {
        try {
            OPEN_BELOW = MethodHandles.lookup().findVarHandle(TickSequencer.class, "openBelow", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private final TickFormat format;
    private final ClockLimits rule;
    private final InstantSource clock;
    private final InstantSource exactClock;
    private final StampBound bound;
    private final Parking parking;
    private final CallCounts counts;
    private final GivenBackStates givenBack = new GivenBackStates(this);

    private final int sequenceBits;
    private final long lastTick;
    /** The states from the start of the clock's tick to the end of the last tick that may lead it. */
    private final long span;
    /** The lowest sequence of the clock's tick that the fast path issues: 1 if ticks start at random, else 0. */
    private final int lowestSequence;

    private volatile boolean closed;
    /** Why issuing ended without a close. Written before the word is swapped for a negative number. */
    private volatile @Nullable IdException lost;

    /** Whether {@link #endedAt} is known; under the lock. */
    private boolean endKnown;
    /** What {@link #close()} returns; under the lock. */
    private long endedAt;
    /** The word at the end; negative before the end, and after an overflow of the format. Under the lock. */
    private long lastWord = -1;
    /** One past the last state that holder and format allow; or {@link #SHUT}. */
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
    public TickSequencer(TickFormat format, ClockLimits rule, InstantSource clock, StampBound bound) {
        this(format, rule, clock, bound, Parking.SYSTEM);
    }

    /** A sequencer with another way to wait, for simulations. */
    public TickSequencer(TickFormat format, ClockLimits rule, InstantSource clock, StampBound bound, Parking parking) {
        this(format, rule, clock, bound, parking, new CallCounts());
    }

    /**
     * A sequencer with shared counts, for a generator that has one sequencer after another.
     *
     * @param counts where calls that wait and calls that fail are counted
     */
    public TickSequencer(
            TickFormat format, ClockLimits rule, InstantSource clock, StampBound bound, CallCounts counts) {
        this(format, rule, clock, bound, Parking.SYSTEM, counts);
    }

    private TickSequencer(
            TickFormat format,
            ClockLimits rule,
            InstantSource clock,
            StampBound bound,
            Parking parking,
            CallCounts counts) {
        super(Math.max(1, format.firstStateAfter(bound.stampedUntil())));
        this.format = format;
        this.rule = Objects.requireNonNull(rule, "rule");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.exactClock = clock instanceof CoarseClock coarse ? coarse.exact() : clock;
        this.bound = bound;
        this.parking = Objects.requireNonNull(parking, "parking");
        this.counts = Objects.requireNonNull(counts, "counts");
        this.sequenceBits = format.sequenceBits();
        this.lastTick = format.lastTick();
        int starts = rule.sequenceStart().bound();
        if (starts > 1L << sequenceBits) {
            throw new ConfigException("sequence start is random below " + starts + ", but " + sequenceBits
                    + " sequence bits hold only " + (1L << sequenceBits));
        }
        long leadTicks = Math.min(rule.maxLead().toMillis() / format.tickMillis(), lastTick);
        this.span = leadTicks == lastTick ? format.end() : leadTicks + 1 << sequenceBits;
        this.lowestSequence = starts > 1 ? 1 : 0;
        this.openBelow = reserved();
    }

    /**
     * The next state.
     *
     * @return greater than every state returned before this call began
     * @throws ClockBehindException if the clock stands too far behind the next state
     * @throws IdsExhaustedException if the format is over
     * @throws LeaseLostException if the reservation is used up and was not renewed in time, or after {@link #lose}
     * @throws InterruptedIdException if the thread is interrupted while it waits
     * @throws IllegalStateException after {@link #close()}
     */
    public long next() {
        long open = openBelow;
        long tick = format.tickAt(clock.millis());
        // Unsigned, so that a clock before the epoch takes the slow path, like a clock beyond the format.
        if (open != SHUT && Long.compareUnsigned(tick, lastTick) < 0) {
            long start = (tick << sequenceBits) + lowestSequence;
            long state = addToWord(1);
            return state >= start && state - start < span - lowestSequence && state < open
                    ? state
                    : settle(state, start);
        }
        return claim(1);
    }

    /** The slow path of a caller's own state: drops it if its tick is over, draws a start for it, or waits for a bound. */
    private long settle(long state, long start) {
        if (state < start - lowestSequence) {
            return claim(1);
        }
        int skipped = startsTick(state) ? first(1) : 0;
        if (skipped == 0) {
            return await(state, state, 1, 0);
        }
        long more = addToWord(skipped);
        // All the caller's states without a gap, to be returned if this call is refused.
        return await(more == state + 1 ? state : more, more + skipped - 1, 1, 0);
    }

    /**
     * Takes consecutive states in one step. A tick's {@link SequenceStart} is lowered for a batch that would not fit otherwise.
     *
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
        return claim(count, 0);
    }

    /**
     * As above.
     *
     * @param waitingSince when the call began to wait, so that it has one deadline; 0 if it did not
     */
    private long claim(int count, long waitingSince) {
        long since = waitingSince;
        while (true) {
            long word = word();
            requireOpen(word);
            long now = exactClock.millis();
            long tick = format.tickAt(now);
            // Drawn only for a tick without states: otherwise each batch would skip to a new start.
            int start = tick > format.tickOf(word) || startsTick(word) ? first(count) : 0;
            long reserved = reserved();
            long candidate = candidate(Math.max(word, lowest()), tick, sequenceBits, start);
            long last = candidate + count - 1;
            if (fits(last, tick, reserved)) {
                if (moveWord(word, last + 1)) {
                    // Written only on change: each write takes its cache line from all threads that read it for each
                    // id.
                    if (openBelow != reserved) {
                        givenBack.forgetBelow(candidate);
                        openBelow = reserved;
                    }
                    return candidate;
                }
            } else if (candidate == word && isSoon(last, now, reserved) && openBelow != SHUT) {
                long owned = addToWord(start + count);
                return await(owned, owned + start, count, since);
            } else {
                since = pause(last, now, reserved, since);
            }
        }
    }

    /**
     * How many states {@link #claim} could take now without a wait, for callers that take runs of states.
     *
     * @return from 1 to {@code most}; 1 also if the next state needs a wait, or will never come
     */
    public int room(int most) {
        long tick = format.tickAt(exactClock.millis());
        long candidate = candidate(Math.max(word(), lowest()), tick, sequenceBits, 0);
        long room = Math.min(span, Math.min(ceiling(tick), reserved()) - candidate);
        return (int) Math.max(1, Math.min(most, room));
    }

    /**
     * Fills an array with increasing states, in as few steps as the clock rule allows.
     *
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= states.length}
     * @throws IdException as {@link #next()}
     * @throws IllegalStateException after {@link #close()}
     */
    public void fill(long[] states, int from, int to) {
        Objects.checkFromToIndex(from, to, states.length);
        for (int i = from; i < to; ) {
            int count = room(to - i);
            long first = claim(count);
            for (int end = i + count; i < end; i++) {
                states[i] = first++;
            }
        }
    }

    /**
     * Waits until a state can be issued: after a crash, until the predecessor's reservation is over.
     *
     * @throws ClockBehindException if the clock would need longer than that
     * @throws IdException as {@link #next()}
     * @throws IllegalStateException after {@link #close()}
     */
    public void awaitFirst(Duration atMost) {
        long start = parking.nanoTime();
        while (true) {
            long now = exactClock.millis();
            long word = word();
            requireOpen(word);
            long first = candidate(Math.max(word, lowest()), format.tickAt(now), sequenceBits, 0);
            long need = leadMillis(first, now);
            if (first >= format.end() || need <= 0) {
                return;
            }
            Duration waited = Duration.ofNanos(parking.nanoTime() - start);
            if (atMost.compareTo(Duration.ofMillis(need)) < 0 || atMost.compareTo(waited.minusMillis(1)) < 0) {
                throw behind(first, now, atMost, "start-wait");
            }
            requireUninterrupted();
            parking.park(need < 10 ? need * 1_000_000 : LONGEST_PARK_NANOS);
        }
    }

    /**
     * How far the next state's tick leads the clock now.
     *
     * @return at least zero; bounded by {@link ClockLimits#maxLead()} plus what callers wait for
     */
    public Duration lead() {
        return Duration.ofMillis(Math.max(0, format.startOf(format.tickOf(Math.max(0, word()))) - exactClock.millis()));
    }

    /** The lead, the time until which calls are refused for it, the waits, the failures, and whether the sequencer is closed. */
    public IdStats.Builder stats() {
        return IdStats.builder()
                .lead(lead())
                .refusedUntil(refusedUntil())
                .waits(counts.waitStats())
                .failures(counts.failures())
                .closed(closed);
    }

    /** Null if a call that begins now waits at most {@code max-wait}. A call that lacks a core may wait a tick more. */
    private @Nullable Instant refusedUntil() {
        long word = word();
        long now = exactClock.millis();
        long next = candidate(Math.max(word, lowest()), format.tickAt(now), sequenceBits, 0);
        if (word < 0 || next >= format.end()) {
            return null;
        }
        long refused = leadMillis(next, now) - rule.maxWait().toMillis();
        return refused > format.tickMillis() ? Instant.ofEpochMilli(now + refused) : null;
    }

    /**
     * Ends issuing, at once and for good, because the reservation no longer counts, whatever is left of it. A call under way may still return the
     * state that it has taken. Every later call throws. A second call does nothing.
     *
     * @param reason what ended the reservation; the cause of the {@link LeaseLostException} that callers get from now on
     * @return as {@link #close()}
     */
    public synchronized long lose(IdException reason) {
        if (!closed && lost == null) {
            lost = reason;
        }
        return end();
    }

    /**
     * Ends issuing, at once and for good.
     *
     * @return epoch ms of the start of the last tick that may have been used; no later tick was or will be used. A second call returns the same. If
     *     the bound threw during the first call, the second returns what the first should have
     */
    public synchronized long close() {
        long at = end();
        closed = true;
        return at;
    }

    /** Ends the taking of states; returns the start of the last tick that may have been used. The first result stands. */
    private long end() {
        if (!endKnown) {
            endedAt = endNow();
            endKnown = true;
        }
        return endedAt;
    }

    private long endNow() {
        openBelow = SHUT;
        long word = swapWord(CLOSED);
        // Negative if an earlier call swapped it and then failed: that call's word counts. Also negative after an
        // overflow.
        if (word >= 0) {
            lastWord = word;
        }
        // Waiting callers may have claimed states beyond the reservation, but none of these was issued.
        long end = lastWord < 0 ? reserved() : Math.min(lastWord, reserved());
        return format.startOf(format.tickOf(Math.max(0, end - 1)));
    }

    /**
     * The rule itself: the state to issue next. A pure function.
     *
     * @param tick the clock's tick; may be negative
     * @return never below {@code word}
     */
    static long candidate(long word, long tick, int sequenceBits, int first) {
        // Ticks beyond 2^62 >> sequenceBits lie beyond every format. The limit keeps the sign of the shift.
        long held = Math.min(tick, Long.MAX_VALUE >> sequenceBits);
        return held < 0 ? word : Math.max(held << sequenceBits | first, word);
    }

    /** Whether a state lies below all bounds: the clock's lead, the reservation and the format's end. */
    private boolean fits(long last, long tick, long reserved) {
        // Such a state does not overflow the format, so neither the shift nor the difference overflows.
        return last >= 0 && last < reserved && format.tickOf(last) - tick < span >>> sequenceBits;
    }

    /** Whether a state waits only for the clock, and for no longer than callers wait. Then a place in the queue is worthwhile. */
    private boolean isSoon(long last, long now, long reserved) {
        return last >= 0
                && last < reserved
                && leadMillis(last, now) <= rule.maxWait().toMillis();
    }

    /** The sequence that a new tick starts with, low enough for a batch that fits into the tick. */
    private int first(int count) {
        return (int) Math.max(0, Math.min(rule.sequenceStart().first(), (1L << sequenceBits) - count));
    }

    /** Whether a state is the first of its tick, and ticks start at random. */
    private boolean startsTick(long state) {
        return lowestSequence != 0 && format.sequenceOf(state) == 0;
    }

    /**
     * Waits for the bound with the caller's own states, which lie beyond it.
     *
     * @param owned the first of the caller's states
     * @param state the first to issue; the states below it are skipped
     */
    private long await(long owned, long state, int count, long waitingSince) {
        long since = waitingSince;
        long last = state + count - 1;
        while (true) {
            long now = exactClock.millis();
            long reserved = reserved();
            // Checked after the bound is read: a later close reads a bound at least as high, and counts these states.
            requireOpen(word());
            if (state < lowest()) {
                // The bound was moved, and another holder may have stamped below the lowest state: so these states are
                // dropped.
                return claim(count, since);
            }
            if (fits(last, format.tickAt(now), reserved)) {
                openTo(reserved);
                return state;
            }
            try {
                since = pause(last, now, reserved, since);
            } catch (IdException e) {
                givenBack.add(owned, last + 1);
                throw e;
            }
        }
    }

    /** Parks for a moment because {@code last} is beyond a bound; throws if waiting is over, or will not help. */
    private long pause(long last, long now, long reserved, long since) {
        long nanoTime = parking.nanoTime();
        long start = since == 0 ? nanoTime : since;
        boolean late = nanoTime - start > rule.maxWait().plus(format.tick()).toNanos();
        if (late && isWithinReach(last)) {
            // The thread was without a core after it read the clock; by now no wait is needed.
            return start;
        }
        long nanos;
        if (last < 0 || last >= format.end()) {
            throw giveUp(formatOver());
        } else if (last >= reserved) {
            bound.want(startOf(last));
            IdException failure = bound.failure();
            if (late || TickErrors.isFinal(failure) || rule.maxWait().isZero()) {
                throw giveUp(TickErrors.reservationOver(startOf(last), bound.reservedUntil(), failure));
            }
            nanos = 1_000_000;
        } else {
            long need = leadMillis(last, now);
            if (late || need > rule.maxWait().toMillis()) {
                throw giveUp(behind(last, now, rule.maxWait(), "max-wait"));
            }
            // Exact to the fraction of a ms, since each wait would otherwise last up to 1 ms too long. One reading,
            // since time goes on.
            Instant at = exactClock.instant();
            nanos = (need + now - at.toEpochMilli()) * 1_000_000 - at.getNano() % 1_000_000;
        }
        requireUninterrupted();
        if (since == 0) {
            counts.waits();
        }
        parking.park(Math.max(1, Math.min(nanos, LONGEST_PARK_NANOS)));
        counts.waited(parking.nanoTime() - nanoTime);
        return start == 0 ? 1 : start;
    }

    /** Whether a state is reserved, and leads the clock by no more than is allowed, at this moment. */
    private boolean isWithinReach(long state) {
        return state >= 0 && state < reserved() && leadMillis(state, exactClock.millis()) <= 0;
    }

    /** How many ms must pass until the state no longer leads the clock by more than is allowed. */
    private long leadMillis(long state, long now) {
        return format.startOf(format.tickOf(state) - (span >>> sequenceBits) + 1) - now;
    }

    /** One past the last state that holder and format allow. */
    private long reserved() {
        return Math.min(format.end(), format.firstStateAfter(bound.reservedUntil()));
    }

    /** The first state that no other holder can have stamped. To be read after {@link #reserved()}. */
    private long lowest() {
        return format.firstStateAfter(bound.stampedUntil());
    }

    /** One past the last state that the lead allows when the clock shows a tick; 0 before the epoch. */
    private long ceiling(long tick) {
        return tick < 0 ? 0 : Math.min(Math.min(tick, lastTick) << sequenceBits, Long.MAX_VALUE - span) + span;
    }

    /** Moves {@link #openBelow}, unless it is shut. */
    private void openTo(long end) {
        long open = openBelow;
        if (open != SHUT && open != end) {
            OPEN_BELOW.compareAndSet(this, open, end);
        }
    }

    private IdException giveUp(IdException reason) {
        openBelow = SHUT;
        return counts.failed(reason);
    }

    private void requireOpen(long word) {
        if (word < 0) {
            throw word < CLOSED ? counts.failed(formatOver()) : ended();
        }
    }

    private void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw giveUp(TickErrors.interrupted());
        }
    }

    private RuntimeException ended() {
        IdException reason = lost;
        return reason == null || closed
                ? new IllegalStateException("the generator is closed")
                : counts.failed(TickErrors.lost(reason));
    }

    private IdException formatOver() {
        return TickErrors.formatOver(format, exactClock.instant());
    }

    /** Chooses the error: the clock is not the cause while the holder has issued nothing above its predecessor's ticks. */
    private IdException behind(long state, long now, Duration most, String key) {
        long taken = bound.stampedUntil();
        return taken >= now && format.tickOf(state) <= format.tickOf(lowest())
                ? TickErrors.taken(startOf(state), now, taken, rule.maxLead(), most, key)
                : TickErrors.behind(startOf(state), now, rule.maxLead(), most);
    }

    /** When a state's tick begins, in epoch ms. */
    private long startOf(long state) {
        return format.startOf(format.tickOf(state));
    }
}
