package io.distid.uuid;

import io.distid.internal.process.CopyDetector;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Random words that cannot be guessed, for one thread: those of {@link SecureRandom} while few are drawn, else AES-128 in counter mode under keys from
 * there. Not safe for two threads.
 */
final class SecureWords extends WordBlock {
    /*
     * The construction is the core of NIST SP 800-90A's CTR_DRBG: the output is the key stream of AES-128-CTR, whose key and
     * first counter are 32 bytes from SecureRandom. Where CTR_DRBG steps its key after each request, this one takes 32 fresh
     * bytes after each MiB, after each 100 ms, and when the process may have been copied. So:
     *
     * - Whoever sees outputs learns nothing of the others, as long as AES-128 is a pseudorandom permutation. One key yields at most
     *   2^16 cipher blocks, all different; a random stream would repeat one with probability 2^-97, and that is all there is to see.
     * - Whoever reads the process's memory learns the outputs from the last key to the next, and none before or after.
     * - A copy of the process repeats this thread's words until the next key. CRaC's hooks have that come before the first word. Else it comes
     *   with the first look at the clocks that finds 100 ms gone, or that one of them jumped.
     *
     * A look costs as much as some twenty words, so it is done when a block of them is used up; and a block is as long as the
     * thread is quick: what it draws in about a ms, from 2 words, which is an id, to 1024, where neither the look nor the call
     * into the cipher shows. Only a thread that falls silent amid a long block has words left that are older than 100 ms. A thread that was
     * slow once gets shorter blocks by steps, since it may have been without a core.
     *
     * A short block is read from SecureRandom itself: that costs less than a new key, and a process in which no thread is quick never loads
     * a cipher, which takes as long as all else on the way to the first id.
     */

    /** In words. */
    static final int LONGEST_BLOCK = 1024;
    /** The longest that is read from the system, in words. */
    static final int LONGEST_SYSTEM_BLOCK = 32;

    static final int WORDS_PER_KEY = 1 << 17;
    static final long SEED_NANOS = 100_000_000;

    static final int SHORTEST_BLOCK = 2;
    private static final long BLOCK_NANOS = 1_000_000;
    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private final SecureRandom system;
    private final InstantSource clock;
    /** Made for the first long block. */
    private @Nullable KeyStream stream;

    private int length = SHORTEST_BLOCK / 2;
    private long filledAt;
    /** When the system was asked for what the block at hand is made of. */
    private long seededAt;
    /** Of the key; 0 if there is none. */
    private int wordsLeft;

    private int keyEpoch;

    SecureWords(SecureRandom system, CopyDetector copies, InstantSource clock) {
        super(copies, LONGEST_BLOCK);
        this.system = system;
        this.clock = clock;
    }

    @Override
    public long fresh() {
        if (copies.look() - seededAt > SEED_NANOS) {
            drop();
        }
        return next();
    }

    @Override
    int draw(long[] block) {
        long now = copies.look();
        int epoch = copies.epoch();
        if (CopyDetector.isExposed(epoch)) {
            length = SHORTEST_BLOCK;
        } else if (now - filledAt > BLOCK_NANOS) {
            length = Math.max(SHORTEST_BLOCK, length / 8);
        } else {
            length = Math.min(LONGEST_BLOCK, length * 2);
        }
        filledAt = now;
        if (length > LONGEST_SYSTEM_BLOCK && stream == null) {
            stream = KeyStream.open();
        }
        KeyStream keyed = stream;
        if (keyed == null || length <= LONGEST_SYSTEM_BLOCK) {
            length = Math.min(length, LONGEST_SYSTEM_BLOCK);
            seededAt = now;
            wordsLeft = 0;
            fromSystem(block, length, now);
            return length;
        }
        if (wordsLeft == 0 || keyEpoch != epoch || now - seededAt > SEED_NANOS) {
            wordsLeft = 0;
            fromSystem(block, KeyStream.SEED_WORDS, now);
            keyed.start(block);
            seededAt = now;
            keyEpoch = epoch;
            wordsLeft = WORDS_PER_KEY;
        }
        int size = Math.min(length, wordsLeft);
        keyed.next(block, size);
        wordsLeft -= size;
        return size;
    }

    /**
     * Reads words of the system, each with the time on top: if two copies of a machine get the same bytes, from kernels that were copied, too, they
     * still differ, unless their clocks show the same ns.
     */
    private void fromSystem(long[] block, int count, long now) {
        byte[] bytes = new byte[count * Long.BYTES];
        system.nextBytes(bytes);
        ByteBuffer.wrap(bytes).asLongBuffer().get(block, 0, count);
        long time = time(now, clock.millis());
        for (int i = 0; i < count; i++) {
            block[i] ^= time;
        }
    }

    /** A moment by both clocks, in one word. */
    static long time(long nanos, long millis) {
        return nanos ^ millis * ODD;
    }
}
