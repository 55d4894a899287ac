package io.distid.uuid;

import io.distid.process.CopyDetector;
import io.distid.process.CopyListener;
import io.distid.thread.PerThread;
import io.distid.thread.Stripes;
import io.distid.thread.VirtualThreads;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Gives each platform thread random words of its own, so that none waits for another. They are seeded, and seeded anew, by
 * {@link RandomWordSource}.
 *
 * <p>Virtual threads are too many and too short-lived for that: they share a few sources, each behind a lock. Safe for use by
 * several threads.
 *
 * @param <B> what a platform thread has its words in
 */
final class ThreadRandom<B extends WordBlock> extends PerThread<B> implements CopyListener, RandomGenerator {
    /** For the traits of who draws from it. */
    static final String COPIES =
            "copies of one process (a snapshot resumed twice) draw the same random bits for 100 ms and the rest of "
                    + "a block, at most 8 KiB a thread, unless CRaC's hooks tell them apart";

    private static final String PREDICTABLE =
            "source=fast: the random bits are not cryptographic; whoever sees a few ids can tell others of "
                    + "the same thread, so an id must not be taken for a secret";

    private final RandomInput input;
    /** Whether words may be predicted. */
    private final boolean fast;

    private final Function<? super WordSource, ? extends B> blocks;
    /** Made for the first virtual thread. */
    private volatile @Nullable Stripes<Locked> shared;

    private ThreadRandom(RandomInput input, boolean fast, Function<? super WordSource, ? extends B> blocks) {
        this.input = input;
        this.fast = fast;
        this.blocks = blocks;
    }

    /** Sources on the system's seeds. */
    static ThreadRandom<WordBlock> open() {
        return open(RandomInput.system(), false);
    }

    /** Sources of the system's own words. */
    static ThreadRandom<WordBlock> openSystem() {
        return open(RandomInput.systemAlone(), false);
    }

    /**
     * Sources on any seeds.
     *
     * @param fast whether words may be predicted
     */
    static ThreadRandom<WordBlock> open(RandomInput input, boolean fast) {
        return open(input, fast, new Plain());
    }

    /**
     * The same, with more in the place where a platform thread has its words.
     *
     * @param blocks makes that place; called by the thread
     */
    static <B extends WordBlock> ThreadRandom<B> open(
            RandomInput input, boolean fast, Function<? super WordSource, ? extends B> blocks) {
        ThreadRandom<B> random = new ThreadRandom<>(input, fast, blocks);
        input.copies().tell(random);
        return random;
    }

    /** Who knows whether the process was copied. */
    CopyDetector copies() {
        return input.copies();
    }

    /** What to add to the notes of whoever draws from it: nothing of words that cannot be predicted. */
    List<String> warnings() {
        return fast ? List.of(PREDICTABLE) : List.of();
    }

    private WordSource source() {
        RandomWordSource words = new RandomWordSource(input);
        return fast ? FastWordSource.of(words) : words;
    }

    /** A word for the calling thread. */
    long next() {
        Thread thread = Thread.currentThread();
        return VirtualThreads.isVirtual(thread) ? shared().of(thread).next() : get().next();
    }

    /** A word for the calling thread, after a look at the clocks: of the counter starts, which are drawn once a ms. */
    @Override
    public long nextLong() {
        return words().fresh();
    }

    /** The calling thread's source; not to be handed to another. */
    RandomWords words() {
        Thread thread = Thread.currentThread();
        return VirtualThreads.isVirtual(thread) ? shared().of(thread) : get();
    }

    @Override
    protected B first() {
        return blocks.apply(source());
    }

    @Override
    public void beforeCopy() {
        copied();
    }

    @Override
    public void copied() {
        forEach(RandomWords::expire);
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

    /** Words and nothing else. A class, since the first lambda of a JVM costs several ms, and this is on the way to the first id. */
    private static final class Plain implements Function<WordSource, WordBlock> {
        @Override
        public WordBlock apply(WordSource source) {
            return new WordBlock(source);
        }
    }

    /** Makes the words of a stripe. */
    private final class Shared implements Supplier<Locked> {
        @Override
        public Locked get() {
            return new Locked(new WordBlock(source()));
        }
    }

    /** The words of the threads of a stripe, which one of them uses at a time. */
    private static final class Locked implements RandomWords {
        private final ReentrantLock lock = new ReentrantLock();
        private final WordBlock words;

        Locked(WordBlock words) {
            this.words = words;
        }

        @Override
        public long next() {
            lock.lock();
            try {
                return words.next();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int fill(long[] to, int from, int end, long high, long low) {
            lock.lock();
            try {
                return words.fill(to, from, end, high, low);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long fresh() {
            lock.lock();
            try {
                return words.fresh();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void expire() {
            words.expire();
        }
    }
}
