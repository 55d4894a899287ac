package io.distid.uuid;

import io.distid.process.CopyDetector;
import org.jspecify.annotations.Nullable;

/**
 * Random words for one thread: the operating system's until the cipher is ready, from then on AES-128 in counter mode under a key from
 * {@link RandomInput}. Without a cipher they are the system's for good. Not safe for two threads.
 */
final class RandomWordSource implements WordSource {
    /*
     * The construction is the core of NIST SP 800-90A's CTR_DRBG: the output is the key stream of AES-128-CTR, whose key and
     * first counter are 32 bytes from SecureRandom. Where CTR_DRBG steps its key after each request, this one takes 32 fresh
     * bytes after each MiB, after each 100 ms, and when the process may have been copied. Until the cipher is up to speed (see
     * CipherWarmUp), which it is not made to be in a process that draws slowly, each block is read from the operating system itself.
     * So:
     *
     * - Who sees outputs learns nothing of the others, as long as AES-128 is a pseudorandom permutation. One key yields at most
     *   2^16 cipher blocks, all different; a random stream would repeat one with probability 2^-97, and that is all there is to see.
     * - Who reads the process's memory learns the outputs from the last reseed to the next, and none before or after. A block that
     *   was read from the source is a seed by itself.
     * - A process image that is copied (CRaC, a snapshot of a virtual machine, a container's checkpoint) repeats this thread's
     *   words until the next reseed. CRaC's hooks have that come before the first word. Else it comes with the first look at the
     *   clocks that finds 100 ms gone, or finds that the clock jumped against the monotonic one, as it does when a machine wakes.
     *
     * To look costs as much as some twenty words, so it is done when a block of them is used up; and a block is as long as the
     * thread is quick: what it draws in about a ms, from 2 words, which is an id, to 1024, where neither the look nor the call
     * into the cipher shows. Only a thread that falls silent amid a long block has words left that are older than that.
     * The clock is read once for a look, behind the monotonic one. A thread that loses its core between the two takes that for a
     * jump, and looks again with both read close together. Only if the clock is set back at that moment, by as much as the thread was
     * away to 100 ms, it sees no jump: it does with the next block, unless this one was of a new seed, which is all that is needed of it.
     */

    /** In words. */
    static final int LONGEST_BLOCK = 1024;

    /** Without a cipher, in words: where a call into the system no longer shows, and no more is kept of it than 16 ids need. */
    static final int LONGEST_SYSTEM_BLOCK = 32;

    static final int SHORTEST_BLOCK = 2;
    static final int WORDS_PER_SEED = 1 << 17;

    /** Whoever fills one of these is quick enough for the cipher to be worth its start; most processes never are. */
    static final int CIPHER_BLOCK = 64;

    static final long SEED_NANOS = 100_000_000;
    /** More than a slewed clock gains between two looks; less than the steps that time servers make. */
    static final long JUMP_MILLIS = 100;

    private static final long BLOCK_NANOS = 1_000_000;

    private final RandomInput input;
    private final @Nullable CipherWarmUp cipher;
    private final int longest;

    /** Made when the cipher is up to speed. */
    private @Nullable KeyStream stream;

    private int length = SHORTEST_BLOCK / 2;
    /** Of the key at hand; 0 if there is none. */
    private int wordsLeft;

    private int epoch = -1;
    private long seededAt;
    private long filledAt;
    /** {@link RandomInput#drift()} when it was seeded. */
    private long drift;

    RandomWordSource(RandomInput input) {
        this.input = input;
        this.cipher = input.cipherStart();
        this.longest = cipher == null ? LONGEST_SYSTEM_BLOCK : LONGEST_BLOCK;
    }

    @Override
    public int longestBlock() {
        return longest;
    }

    @Override
    public int fill(long[] block) {
        CopyDetector copies = input.copies();
        long now = input.nanoTime();
        int known = copies.epoch();
        if (known == epoch && hasJumped(now)) {
            copies.suspected();
            known = copies.epoch();
        }
        boolean exposed = CopyDetector.isExposed(known);
        length = now - filledAt > BLOCK_NANOS ? SHORTEST_BLOCK : Math.min(longest, length * 2);
        int size = exposed ? 1 : length;
        if (cipher != null && cipher.isReady()) {
            KeyStream keyed = stream;
            if (keyed == null || known != epoch || exposed || wordsLeft == 0 || now - seededAt > SEED_NANOS) {
                keyed = reseeded(known);
            }
            size = Math.min(size, wordsLeft);
            keyed.next(block, size);
            wordsLeft -= size;
        } else {
            if (cipher != null && length >= CIPHER_BLOCK) {
                cipher.begin();
            }
            seeding(known);
            input.systemWords(block, size);
        }
        filledAt = now;
        return size;
    }

    @Override
    public boolean isCurrent() {
        return input.copies().epoch() == epoch;
    }

    @Override
    public long fresh(WordBlock block) {
        long now = input.nanoTime();
        if (now - seededAt > SEED_NANOS || hasJumped(now)) {
            block.drop();
        }
        return block.next();
    }

    /** Nothing to do: what is too old by the clocks or the epoch is seen by the next {@link #fill}. */
    @Override
    public void expire() {}

    private boolean hasJumped(long now) {
        return epoch >= 0 && isFar(RandomInput.drift(input.millis(), now)) && isFar(input.drift());
    }

    private boolean isFar(long other) {
        return Math.abs(other - drift) > JUMP_MILLIS;
    }

    private KeyStream reseeded(int known) {
        KeyStream keyed = stream == null ? new KeyStream() : stream;
        stream = keyed;
        wordsLeft = 0;
        seeding(known);
        keyed.start(input.seed());
        wordsLeft = WORDS_PER_SEED;
        return keyed;
    }

    /** Before the source is read: of a copy that is made between the two, the clocks still tell. */
    private void seeding(int known) {
        seededAt = input.nanoTime();
        drift = input.drift();
        epoch = known;
    }
}
