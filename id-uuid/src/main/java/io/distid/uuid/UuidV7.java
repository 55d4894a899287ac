package io.distid.uuid;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.UuidGenerator;
import io.distid.internal.process.CopyDetector;
import io.distid.internal.time.TickFormat;
import io.distid.internal.time.TickSequencer;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * UUID version 7: a time in ms, a counter, and random bits; strictly increasing per generator.
 *
 * <p>The order is that of the unsigned bits, of the bytes and of the text (see {@link Uuids#UNSIGNED}). It holds among all threads, whatever the
 * clock does. When the clock is set back by less than the lead, ids keep the time they had reached. When it is set back further, callers wait if the
 * allowed wait suffices; else they get {@link io.distid.ClockBehindException} at once. Ids of several generators sort by time to the accuracy of
 * their clocks. The format ends in the year 2527; then each call fails with {@link io.distid.IdsExhaustedException}. Copies of one process (a
 * checkpoint restored twice) repeat ids until their random bits have a new seed. The seed comes at once where CRaC announces the restore, else about
 * 100 ms later.
 *
 * <p>Safe for use by any number of threads. A thread that draws many ids has a cipher of its own: then an id needs no lock, and nothing but the id is
 * allocated. Until then its random words are {@link java.security.SecureRandom}'s. Virtual threads share a few streams of random words, each behind a
 * lock.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.7">RFC 9562, section 5.7; the counter is section 6.2's
 *     method 1</a>
 */
public final class UuidV7 implements UuidGenerator {
    /*
     * 48 bits of Unix ms | 4 version | 12 counter, high part | 2 variant | 7 counter, low part | 55 random
     *
     * A TickSequencer yields time and counter as one strictly increasing state. Its 44 bits of time last until the year 2527; the 48 bits of the id
     * would last until 10889. The counter has 19 bits, so that a generator that issues 200 million ids a second stays within its ms. In a new ms it
     * starts at a random value below 2^18. This makes it hard to guess, and leaves at least 2^18 ids in the ms; further ids lead the clock.
     */
    static final int COUNTER_BITS = 19;
    static final int RANDOM_BITS = 55;
    static final TickFormat FORMAT = new TickFormat(0, 1, 44, COUNTER_BITS);

    private static final int COUNTER_LOW_BITS = COUNTER_BITS - 12;
    private static final long COUNTER_LOW_MASK = (1L << COUNTER_LOW_BITS) - 1;

    private final TickSequencer sequencer;
    private final ThreadRandom random;
    private final UuidClock clock;
    private final CopyDetector copies;

    private UuidV7(UuidClock clock, ThreadRandom random) {
        this.clock = clock;
        this.random = random;
        this.copies = random.copies();
        this.sequencer = sequencer(clock, random);
    }

    /** A generator on the system's clock. */
    public static UuidV7 open() {
        return open(UuidClock.exact());
    }

    /** A generator on a given clock. */
    public static UuidV7 open(UuidClock clock) {
        return open(clock, ThreadRandom.open(false));
    }

    static UuidV7 open(UuidClock clock, ThreadRandom random) {
        return new UuidV7(clock, random);
    }

    /**
     * A generator whose order holds for each thread by itself: it scales with the cores, since platform threads share nothing. Virtual
     * threads share a few counters, each thread always the same one.
     */
    public static UuidGenerator openPerThread(UuidClock clock) {
        return new UuidV7PerThread(clock, ThreadRandom.open(false));
    }

    @Override
    public UUID nextUuid() {
        long state = sequencer.next();
        // Drawn last: a process may be copied while the sequencer waits for the clock. Both copies then have the same
        // state, but not the same word.
        long word = random.next();
        // Both are computed before the object is created: computed later, they cost 2 % of an id.
        long high = high(state);
        long low = low(state, word);
        return new UUID(high, low);
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        int epoch;
        do {
            // A copy made during this call would return the same ids, so the ids are drawn again in a new epoch.
            epoch = copies.epoch();
            fill(sequencer, random.words(), halves, from, to);
        } while (epoch != copies.epoch());
    }

    /**
     * How far the next id's time leads the clock.
     *
     * @return zero, unless the clock was set back or more ids were asked for than a ms holds
     */
    public Duration lead() {
        return sequencer.lead();
    }

    @Override
    public IdStats stats() {
        return sequencer.stats().build();
    }

    @Override
    public IdTraits traits() {
        return traits(Ordering.PER_GENERATOR, random.isFast());
    }

    @Override
    public void close() {
        sequencer.close();
        clock.close();
    }

    static TickSequencer sequencer(UuidClock clock, RandomGenerator starts) {
        return new TickSequencer(
                FORMAT,
                clock.rule(SequenceStart.random(1 << COUNTER_BITS - 1, starts)),
                clock.source(),
                StampBound.NONE);
    }

    static void fill(TickSequencer sequencer, RandomWords words, long[] halves, int from, int to) {
        for (int i = from; i < to; ) {
            int count = sequencer.room((to - i) / 2);
            write(sequencer.claim(count), count, words, halves, i);
            i += 2 * count;
        }
    }

    /** Writes the ids of consecutive states. */
    static void write(long first, int count, RandomWords words, long[] halves, int from) {
        long state = first;
        long end = first + count;
        int i = from;
        while (state < end) {
            int same = (int) withSameHigh(state, end);
            int written = words.fill(halves, i, i + 2 * same, high(state), low(state, 0));
            state += written;
            i += 2 * written;
        }
    }

    /** How many states in a row, of those below an end, give the same upper half as the first. */
    static long withSameHigh(long state, long end) {
        return Math.min(end - state, COUNTER_LOW_MASK + 1 - (state & COUNTER_LOW_MASK));
    }

    static long high(long state) {
        return state >>> COUNTER_BITS << 16 | 0x7000 | state >>> COUNTER_LOW_BITS & 0xFFF;
    }

    static long low(long state, long word) {
        return 1L << 63 | (state & COUNTER_LOW_MASK) << RANDOM_BITS | word >>> 64 - RANDOM_BITS;
    }

    static IdTraits traits(Ordering ordering, boolean fast) {
        String series = ordering == Ordering.PER_THREAD ? "thread" : "generator";
        List<String> notes = new ArrayList<>();
        if (fast) {
            notes.add(FastWords.WARNING);
        }
        notes.add("one " + series
                + " never repeats an id; two that each make r ids in the same ms repeat one with "
                + "probability below r^2 / 2^72 (18 bits of counter start and 55 random bits), and in a ms that both lead "
                + "the clock into with up to r / 2^55");
        notes.add(ThreadRandom.COPIES);
        return IdTraits.builder("uuid-v7")
                .bits(128)
                .ordering(ordering)
                .timeSorted(true)
                .safety(Safety.RANDOM)
                .idsPerSecond(FORMAT.statesPerSecond())
                .endOfLife(FORMAT.endOfLife())
                .notes(notes)
                .build();
    }
}
