package io.distid.uuid;

import io.distid.process.CopyListener;
import io.distid.thread.PerThread;
import io.distid.thread.Stripes;
import io.distid.thread.VirtualThreads;
import java.lang.ref.WeakReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Gives each platform thread random words of its own, so that none waits for another.
 *
 * <p>Virtual threads are too many and too short-lived for that: they share a few sources, each behind a lock. Safe for use by
 * several threads.
 */
final class ThreadRandom implements CopyListener, RandomGenerator {
    /** For the traits of who draws from it. */
    static final String COPIES =
            "copies of one process (a snapshot resumed twice) draw the same random bits for 100 ms and the rest of "
                    + "a block, at most 4 KiB a thread, unless CRaC's hooks tell them apart";

    private final RandomInput input;
    private final PerThread<RandomWordStream> own = new PerThread<>(new Own());
    /** Made for the first virtual thread. */
    private volatile @Nullable Stripes<Locked> shared;

    /**
     * The source of the platform thread that came last, found by one comparison, which costs less than a thread local. Written
     * only when a thread comes for the first time, so that threads do not take it from each other's caches.
     */
    private @Nullable Owned newest;

    private ThreadRandom(RandomInput input) {
        this.input = input;
    }

    /** Sources on the system's seeds. */
    static ThreadRandom open() {
        return open(RandomInput.system());
    }

    static ThreadRandom open(RandomInput input) {
        ThreadRandom random = new ThreadRandom(input);
        input.copies().tell(random);
        return random;
    }

    /** A word for the calling thread. */
    long next() {
        Owned mine = newest;
        // Read without a fence: only the thread that made it passes, and that thread sees all of what it made.
        return mine != null && mine.refersTo(Thread.currentThread()) ? mine.words.next() : words().next();
    }

    /** A word for the calling thread, after a look at the clocks: of the counter starts, which are drawn once a ms. */
    @Override
    public long nextLong() {
        return words().fresh();
    }

    /** The calling thread's source; not to be handed to another. */
    RandomWords words() {
        Owned mine = newest;
        Thread thread = Thread.currentThread();
        if (mine != null && mine.refersTo(thread)) {
            return mine.words;
        }
        return VirtualThreads.isVirtual(thread) ? shared().of(thread) : own.get();
    }

    @Override
    public void beforeCopy() {
        copied();
    }

    @Override
    public void copied() {
        own.forEach(RandomWords::expire);
        Stripes<Locked> stripes = shared;
        if (stripes != null) {
            stripes.forEach(RandomWords::expire);
        }
    }

    private Stripes<Locked> shared() {
        Stripes<Locked> stripes = shared;
        return stripes != null ? stripes : makeShared();
    }

    private synchronized Stripes<Locked> makeShared() {
        Stripes<Locked> stripes = shared;
        if (stripes == null) {
            stripes = new Stripes<>(new Shared());
            shared = stripes;
        }
        return stripes;
    }

    /** Makes the source of a thread. A class, since the first lambda of a JVM costs several ms, and this is on the way to the first id. */
    private final class Own implements Supplier<RandomWordStream> {
        @Override
        public RandomWordStream get() {
            RandomWordStream words = new RandomWordStream(input);
            newest = new Owned(Thread.currentThread(), words);
            return words;
        }
    }

    /** Makes the source of a stripe. */
    private final class Shared implements Supplier<Locked> {
        @Override
        public Locked get() {
            return new Locked(new RandomWordStream(input));
        }
    }

    /** A thread and its source. The thread is held weakly: it may end long before the generator, and has a class loader. */
    private static final class Owned extends WeakReference<Thread> {
        private final RandomWordStream words;

        Owned(Thread thread, RandomWordStream words) {
            super(thread);
            this.words = words;
        }
    }

    private static final class Locked extends RandomWords {
        private final ReentrantLock lock = new ReentrantLock();
        private final RandomWordStream words;

        Locked(RandomWordStream words) {
            this.words = words;
        }

        @Override
        long next() {
            lock.lock();
            try {
                return words.next();
            } finally {
                lock.unlock();
            }
        }

        @Override
        void fillLowBits(long[] to, int from, int end, int bits) {
            lock.lock();
            try {
                words.fillLowBits(to, from, end, bits);
            } finally {
                lock.unlock();
            }
        }

        @Override
        long fresh() {
            lock.lock();
            try {
                return words.fresh();
            } finally {
                lock.unlock();
            }
        }

        @Override
        void expire() {
            words.expire();
        }
    }
}
