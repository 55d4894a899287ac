package io.distid.uuid;

import io.distid.internal.process.CopyDetector;
import io.distid.internal.thread.PerThread;
import io.distid.internal.thread.Stripes;
import io.distid.internal.thread.VirtualThreads;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Gives each platform thread random words of its own, so that none waits for another.
 *
 * <p>Virtual threads are too many and too short-lived for that: they share a few sources, each behind a lock. Safe for use by
 * several threads.
 */
final class ThreadRandom extends PerThread<WordBlock> implements RandomGenerator {
    /** For the traits of generators that use these words. */
    static final String COPIES =
            "copies of one process (a snapshot resumed twice) draw the same random bits for 100 ms and the rest of "
                    + "a block, at most 8 KiB a thread, unless CRaC's hooks tell them apart";

    private final SecureRandom system;
    private final CopyDetector copies;
    private final InstantSource clock;
    /** Whether words may be predicted. */
    private final boolean fast;

    private final Stripes<LockedWords> shared = new Stripes<>(new Shared());

    /** For tests, with seeds and clocks of their own. */
    ThreadRandom(SecureRandom system, CopyDetector copies, InstantSource clock, boolean fast) {
        this.system = system;
        this.copies = copies;
        this.clock = clock;
        this.fast = fast;
    }

    /** Words on the system's seeds. */
    static ThreadRandom open(boolean fast) {
        return new ThreadRandom(OfProcess.SYSTEM, CopyDetector.system(), InstantSource.system(), fast);
    }

    /** A word for rare draws, from SecureRandom itself, with the time mixed in as in {@link SecureWords}. */
    static long systemWord() {
        return OfProcess.SYSTEM.nextLong() ^ SecureWords.time(System.nanoTime(), System.currentTimeMillis());
    }

    /** Detects copies of the process. */
    CopyDetector copies() {
        return copies;
    }

    boolean isFast() {
        return fast;
    }

    /** A word for the calling thread. */
    long next() {
        Thread thread = Thread.currentThread();
        return VirtualThreads.isVirtual(thread) ? shared.of(thread).next() : get().next();
    }

    /** A word for the calling thread, after a look at the clocks. It serves counter starts, which are drawn once a ms. */
    @Override
    public long nextLong() {
        return words().fresh();
    }

    /** The calling thread's source; not to be handed to another. */
    RandomWords words() {
        Thread thread = Thread.currentThread();
        return VirtualThreads.isVirtual(thread) ? shared.of(thread) : get();
    }

    /** A new source, for the calling thread. */
    @Override
    protected WordBlock first() {
        WordBlock words = new SecureWords(system, copies, clock);
        return fast ? FastWords.of(words) : words;
    }

    /** Makes the words of a stripe. A class, since the first lambda of a JVM costs several ms, and this is on the way to the first id. */
    private final class Shared implements Supplier<LockedWords> {
        @Override
        public LockedWords get() {
            return new LockedWords(first());
        }
    }

    /** A holder class, so that SecureRandom is created with the first generator and not at class load. */
    private static final class OfProcess {
        static final SecureRandom SYSTEM = new SecureRandom();
    }
}
