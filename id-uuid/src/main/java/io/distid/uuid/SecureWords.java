package io.distid.uuid;

import io.distid.internal.process.CopyDetector;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Random words that cannot be guessed, for one thread. While few are drawn, they are {@link SecureRandom}'s own; else AES-128 in counter mode with
 * keys from it. Not safe for two threads.
 */
final class SecureWords extends WordBlock {
    /*
     * The construction is the core of CTR_DRBG in NIST SP 800-90A. The output is the key stream of AES-128-CTR. Its key and first counter are 32
     * bytes from SecureRandom. CTR_DRBG changes its key after each request. This class takes 32 fresh bytes after each MiB, after each 100 ms, and
     * when the process may have been copied. So:
     *
     * - Outputs reveal nothing about other outputs, as long as AES-128 is a pseudorandom permutation. One key yields at most 2^16 cipher blocks, all
     *   different. A random stream would repeat a block with probability 2^-97; no other difference is visible.
     *
     * - The memory of the process reveals the outputs between two keys, and none before or after.
     *
     * - A copy of the process repeats this thread's words until the next key. With CRaC's hooks, the new key comes before the first word. Without
     *   them, it comes with the first look at the clocks that sees a jump or 100 ms gone.
     *
     * A look costs as much as some twenty words, so a thread looks only when its block of words is used up. A block holds what the thread draws in
     * about a ms, from 2 words (one id) to 1024. At 1024 neither the look nor the call into the cipher is noticeable. Words older than 100 ms are
     * left only if a thread pauses amid a long block. After one slow block, blocks shrink by steps only, since the thread may have been without a
     * core.
     *
     * A short block is read from SecureRandom itself, because that costs less than a new key. So a process whose threads draw few ids never loads a
     * cipher. Loading takes as long as everything else before the first id.
     */

    /** The longest block, in words. */
    static final int LONGEST_BLOCK = 1024;
    /** The longest block that is read from SecureRandom, in words. */
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
    /** When SecureRandom was read for the block at hand. */
    private long seededAt;
    /** How many words the key may still yield; 0 if there is no key. */
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
     * Reads words from SecureRandom and mixes the time into each. Two copies of a machine may read the same bytes, if their kernels were copied, too.
     * Their words still differ, unless their clocks show the same ns.
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

    /** The time of both clocks, mixed into one word. */
    static long time(long nanos, long millis) {
        return nanos ^ millis * ODD;
    }
}
