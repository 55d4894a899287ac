package io.distid.uuid;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the cipher of the streams up to speed, on a thread of its own.
 *
 * <p>The runtime takes some 0.1 s to load its first cipher, and as long again to compile it; before that, AES is a hundred times slower than
 * with the processor's instructions. Threads that draw meanwhile do without it, and so does a process in which none is quick. Where the
 * runtime has no such cipher, or its provider fails, it is never ready and says so in the log, once. Safe for use by any number of threads.
 */
final class CipherWarmUp implements Runnable {
    /** Where AES has no instructions of the processor it may stay slower than the kernel, but threads need not wait for each other. */
    private static final long MOST_NANOS = 500_000_000;

    /**
     * Words encrypted by one call. The compiler counts calls and rounds of the loop within, and waits for some hundreds of either: by long
     * calls it has them late, by short ones it takes the time they lose around the cipher.
     */
    private static final int CALL_WORDS = 64;

    private static final int SOURCE_READS = 32;
    private static final int CALLS = RandomWordSource.LONGEST_BLOCK / CALL_WORDS;

    private final RandomSource source;
    /** Null for that of the runtime: no lambda is made on the way to the first id. */
    private final @Nullable Supplier<KeyStream> streams;

    private boolean begun;
    private volatile boolean ready;

    /** Of streams that use the source until then. */
    CipherWarmUp(RandomSource source) {
        this(source, null);
    }

    /** With another cipher, for tests. */
    CipherWarmUp(RandomSource source, @Nullable Supplier<KeyStream> streams) {
        this.source = source;
        this.streams = streams;
    }

    /** Whether streams are to be encrypted. */
    boolean isReady() {
        return ready;
    }

    /** Whether anyone has asked for it. */
    synchronized boolean hasBegun() {
        return begun;
    }

    /** Has it made ready. Further calls do nothing. */
    synchronized void begin() {
        if (!begun) {
            begun = true;
            // Keeps nothing of the caller, who need not be the one it is for: no thread locals, no class loader.
            Thread thread = new Thread(null, this, "distid-cipher-start", 0, false);
            thread.setContextClassLoader(null);
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                // That is what a process says which may have no more threads; whoever draws needs none.
                isUnusable(e);
            }
        }
    }

    /** Encrypts zeros, under a key that nothing else is encrypted with, until that is as quick as to read the source. */
    @Override
    public void run() {
        long[] words = new long[CALL_WORDS];
        try {
            KeyStream stream = streams == null ? new KeyStream() : streams.get();
            stream.start(new byte[RandomInput.SEED_BYTES]);
            long enough = sourceNanos();
            long begin = System.nanoTime();
            long before = begin;
            long took;
            do {
                for (int i = 0; i < CALLS; i++) {
                    stream.next(words, CALL_WORDS);
                }
                took = System.nanoTime() - before;
                before += took;
            } while (took > enough && before - begin < MOST_NANOS);
            ready = true;
        } catch (RuntimeException | LinkageError e) {
            // Of whatever provider the runtime is configured with, and those throw what they like.
            isUnusable(e);
        }
    }

    /** How long the longest block takes to be read, at best. */
    private long sourceNanos() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < SOURCE_READS; i++) {
            long before = System.nanoTime();
            source.systemBytes(RandomWordSource.LONGEST_BLOCK * Long.BYTES);
            least = Math.min(least, System.nanoTime() - before);
        }
        return least;
    }

    private static void isUnusable(Throwable e) {
        System.getLogger(CipherWarmUp.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "the cipher of random words cannot be used: " + e
                                + ". They come from the operating system, slower and no easier to guess.");
    }
}
