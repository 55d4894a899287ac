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
 * Hands out strictly increasing states {@code tick << sequenceBits | sequence}, whatever the clock does: the clock rule that
 * Snowflake, Sonyflake and UUIDv7 share.
 *
 * <p>Safe for use by any number of threads, platform or virtual. A state is greater than every state that was returned before
 * the call began. Issuing is lock-free; only a caller who has to wait for the clock parks, for at most
 * {@link ClockLimits#maxWait()}, and gives up when it is interrupted.
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
     * Where ticks start at random, the carry from a spent tick draws a start, too: whoever is given sequence 0 of a tick adds as
     * much as it drew, and issues the last state that this gave it; who adds in between gets a state below the draw. The fast
     * way therefore issues no sequence 0 of the clock's tick; it goes the slow way to be drawn for. (Ticks that a lead reaches
     * are carried into without a draw: they are the rest of a burst, and a draw would cost it states.)
     *
     * A coarse clock is read like any other. Order and uniqueness come from the add alone, so it need not be up to date: a late one lets the time lag.
     * Whoever leaves the fast way reads the exact clock, so a coarse one that stands keeps nobody waiting.
     *
     * Dropping costs nothing but sequence numbers of a tick that is over. Waiting with a state in hand makes the cap exact: each
     * state of each tick, from its start on, is used, in the order in which callers came.
     *
     * claim() judges first and takes by CAS, since a batch that begins behind the tick cannot be dropped so lightly; and it is
     * the way of next() when its state was dropped. If the tick turns out to be spent, it queues up by an add like the rest:
     * callers without a place in the queue could find tick after tick spent by those who have one.
     *
     * A caller who gives up (refusal, time-out, interrupt) sets the word back by a CAS to the state it had, which succeeds if
     * nobody added since. Then every state from there on is nobody's: those who had one above gave it back themselves, and what
     * was issued is never given back, so the word never falls to a state that was issued. If others have added since, the state
     * is kept aside (see GivenBackStates); if they give up as well, the last of them sets the word back by all of theirs. If one
     * of them is served, the state stays a hole: to issue it later would break the order. Were callers to come back at once, each
     * try might leave a hole, and the word would run away from a clock that was set back. So whoever gives up first shuts the
     * fast way; while it is shut, callers take a state only by a CAS that finds it within all bounds, and the first who succeeds
     * opens it again.
     *
     * Why two holders of a worker id never issue one state: the bound is durable before it is read here, no state at or beyond
     * it is issued, and the next holder's word starts above it. Where a bound is moved of a holder who may have had a successor that the
     * store forgot, `lowest` is moved along: no state between the old bound and that is issued. Whoever finds the new bound moves the word there
     * before he opens the fast way up to it, or takes a state above. Why close() is exact: it swaps the word for a negative one, so
     * every state that was ever handed out lies below the word it got, and no state can be taken after.
     */

    /** The value of {@link #openBelow} that sends all callers the slow way. */
    private static final long SHUT = -1;
    /**
     * The word after {@link #close()}: so low that adding to it for ever does not reach 0, yet well above what a format of 63
     * bits overflows to at its end.
     */
    private static final long CLOSED = Long.MIN_VALUE / 2;
    /** So that a clock that jumps forward, or a manual one, is noticed soon. */
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
    /** The lowest sequence of the clock's tick that the fast way issues: 1 where ticks start at random, else 0. */
    private final int lowestSequence;

    private volatile boolean closed;
    /** Why nothing is issued any more, though nobody closed it. Written before the word is swapped for a negative one. */
    private volatile @Nullable IdException lost;

    /** Whether {@link #endedAt} is known; under the lock. */
    private boolean endKnown;
    /** What {@link #close()} returns; under the lock. */
    private long endedAt;
    /** The word that the end found; negative until then, and of a format that has overflowed. Under the lock. */
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

    /**
     * A sequencer with another way to wait, for simulations.
     *
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param clock read for each state
     * @param bound the ticks reserved, or {@link StampBound#NONE}
     * @param parking how to wait
     * @throws ConfigException if the sequence start does not fit into the sequence
     */
    public TickSequencer(TickFormat format, ClockLimits rule, InstantSource clock, StampBound bound, Parking parking) {
        this(format, rule, clock, bound, parking, new CallCounts());
    }

    /**
     * A sequencer that counts on where others counted before, for a generator that has one after another.
     *
     * @param format how time and sequence share a state
     * @param rule lead, wait and sequence start
     * @param clock read for each state
     * @param bound the ticks reserved, or {@link StampBound#NONE}
     * @param counts where calls that wait and calls that fail are counted
     * @throws ConfigException if the sequence start does not fit into the sequence
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
        // Unsigned: a clock before the epoch goes the slow way, like one beyond the format.
        if (open != SHUT && Long.compareUnsigned(tick, lastTick) < 0) {
            long start = (tick << sequenceBits) + lowestSequence;
            long state = addToWord(1);
            return state >= start && state - start < span - lowestSequence && state < open
                    ? state
                    : settle(state, start);
        }
        return claim(1);
    }

    /** The slow way of a state that is ours: drops it as one of a tick that is over, draws a start for it, or waits for a bound. */
    private long settle(long state, long start) {
        if (state < start - lowestSequence) {
            return claim(1);
        }
        int skipped = startsTick(state) ? first(1) : 0;
        if (skipped == 0) {
            return await(state, state, 1, 0);
        }
        long more = addToWord(skipped);
        // All that is ours and without a gap, to be given back if this call is refused.
        return await(more == state + 1 ? state : more, more + skipped - 1, 1, 0);
    }

    /**
     * Takes consecutive states in one step. A tick's {@link SequenceStart} is lowered for a batch that would not fit otherwise.
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
            // Only of a tick that has no state yet: else each batch would skip to a new start.
            int start = tick > format.tickOf(word) || startsTick(word) ? first(count) : 0;
            long reserved = reserved();
            long candidate = candidate(Math.max(word, lowest()), tick, sequenceBits, start);
            long last = candidate + count - 1;
            if (fits(last, tick, reserved)) {
                if (moveWord(word, last + 1)) {
                    // Rarely changes; writing it each time would take its cache line from all who read it for each id.
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
     * How many states {@link #claim} could take now without a wait, for those who take them by the run.
     *
     * @param most the most that are asked for, at least 1
     * @return from 1 to {@code most}; 1 also if the next state has to be waited for, or will never come
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
     * @param atMost how long
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

    /**
     * How far ids lead the clock, until when calls are refused for it, how often calls waited, what failed, and whether it is closed.
     *
     * @return to be completed by what is made of this sequencer
     */
    public IdStats.Builder stats() {
        return IdStats.builder()
                .lead(lead())
                .refusedUntil(refusedUntil())
                .waits(counts.waitStats())
                .failures(counts.failures())
                .closed(closed);
    }

    /** Null if a call that begins now waits at most {@code max-wait}, which is a tick more for one that lacks a core. */
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
     * Ends issuing, at once and for good, because the reservation no longer counts, whatever is left of it. Of calls that
     * are under way, each may still return what it has taken; every call that begins later throws. A second call does nothing.
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
     * @return epoch ms of the start of the last tick that may have been used; no tick after it was or will be. A second call
     *     returns the same, or what the first would have returned if it has thrown what the bound threw
     */
    public synchronized long close() {
        long at = end();
        closed = true;
        return at;
    }

    /** Lets nobody take a state any more; returns the start of the last tick that may have been used. What was found once stands. */
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
        // Negative if a call that then failed has swapped it, whose word counts; or if it has overflowed.
        if (word >= 0) {
            lastWord = word;
        }
        // States beyond the reservation may have been claimed by callers who still wait, but none was issued.
        long end = lastWord < 0 ? reserved() : Math.min(lastWord, reserved());
        return format.startOf(format.tickOf(Math.max(0, end - 1)));
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

    /** Whether only the clock keeps a state back, and for no longer than callers wait: then a place in the queue is worth it. */
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
     * The way of states that are ours, but beyond a bound: wait for the bound.
     *
     * @param owned the first that is ours
     * @param state the first to issue; those below it are skipped
     */
    private long await(long owned, long state, int count, long waitingSince) {
        long since = waitingSince;
        long last = state + count - 1;
        while (true) {
            long now = exactClock.millis();
            long reserved = reserved();
            // After the bound is read: a close that comes later reads a bound at least as high, and counts these
            // states.
            requireOpen(word());
            if (state < lowest()) {
                // The bound was moved, and what lies below this may be another's: these states are nobody's.
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
            // The thread was without a core since it had read the clock; by now there is nothing to wait for.
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
            // To the fraction of a ms, or each wait would last up to 1 ms too long; by one reading, since time goes on.
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

    /** The first state that is not another's. To be read after {@link #reserved()}. */
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

    /** Of a holder that has issued nothing above the ticks of the one before it, the clock is not to blame. */
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
