package io.distid.uuid;

import io.distid.process.CopyDetector;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What random streams draw from: seeds for the cipher, the operating system's own words until the cipher is ready, and the clocks and
 * notices by which they find out that a seed must not be used any more. Safe for use by several threads.
 */
final class RandomInput {
    /** A key and a counter of AES-128. */
    static final int SEED_BYTES = 32;

    private static final int COUNTER_AT = 16;
    private static final long READING_NANOS = 10_000_000;
    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private final RandomSource source;
    private final CopyDetector copies;
    private final @Nullable CipherWarmUp cipherStart;

    /** From any source; without a cipher, words are the operating system's own for good. */
    RandomInput(RandomSource source, CopyDetector copies, @Nullable CipherWarmUp cipherStart) {
        this.source = source;
        this.copies = copies;
        this.cipherStart = cipherStart;
    }

    /** The system's, with a cipher. */
    static RandomInput system() {
        return OfProcess.INPUT;
    }

    /** The system's, without a cipher. */
    static RandomInput systemAlone() {
        return OfProcess.ALONE;
    }

    /**
     * A key of 16 bytes and behind it a counter of 16.
     *
     * <p>The time goes into the upper half of the counter. Should two copies of a machine get the same bytes from kernels that were
     * copied, too, their key streams are then apart, unless their clocks show the same ns.
     */
    byte[] seed() {
        ByteBuffer seed = ByteBuffer.wrap(source.seed());
        seed.putLong(COUNTER_AT, seed.getLong(COUNTER_AT) ^ time());
        return seed.array();
    }

    /** One word of the operating system's, for what is drawn rarely. */
    long systemWord() {
        return ByteBuffer.wrap(source.systemBytes(Long.BYTES)).getLong() ^ time();
    }

    /** The operating system's words, not encrypted, each with the time on top, to the same end as in a seed. */
    void systemWords(long[] to, int count) {
        ByteBuffer.wrap(source.systemBytes(count * Long.BYTES)).asLongBuffer().get(to, 0, count);
        long time = time();
        for (int i = 0; i < count; i++) {
            to[i] ^= time;
        }
    }

    long nanoTime() {
        return source.nanoTime();
    }

    /** The clock's reading less the monotonic one's, in ms; both read at almost the same moment. */
    long drift() {
        long before;
        long wall;
        do {
            before = source.nanoTime();
            wall = source.millis();
        } while (source.nanoTime() - before > READING_NANOS);
        return drift(wall, before);
    }

    /** The same of two readings that may be further apart. */
    static long drift(long millis, long nanoTime) {
        return millis - nanoTime / 1_000_000;
    }

    /** The clock, in epoch ms. */
    long millis() {
        return source.millis();
    }

    CopyDetector copies() {
        return copies;
    }

    /** Null if nothing is to be encrypted. */
    @Nullable
    CipherWarmUp cipherStart() {
        return cipherStart;
    }

    private long time() {
        return source.nanoTime() ^ source.millis() * ODD;
    }

    /** Made when the first generator is, not at class load. */
    private static final class OfProcess {
        static final RandomInput INPUT;
        static final RandomInput ALONE;

        static {
            CopyDetector copies = CopyDetector.system();
            RandomSource source = new SystemRandomSource(copies);
            INPUT = new RandomInput(source, copies, new CipherWarmUp(source));
            ALONE = new RandomInput(source, copies, null);
        }
    }
}
