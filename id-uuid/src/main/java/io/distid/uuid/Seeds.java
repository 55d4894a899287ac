package io.distid.uuid;

import io.distid.process.Copies;
import java.nio.ByteBuffer;

/** Where random streams get their seeds, and how they find out that a seed must not be used any more. Safe for use by several threads. */
final class Seeds {
    /** A key and a counter of AES-128. */
    static final int BYTES = 32;

    private static final int COUNTER_AT = 16;
    private static final long READING_NANOS = 10_000_000;
    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private final SeedSource source;
    private final Copies copies;
    private final CipherStart cipherStart;

    /** Seeds from anywhere, for tests. */
    Seeds(SeedSource source, Copies copies, CipherStart cipherStart) {
        this.source = source;
        this.copies = copies;
        this.cipherStart = cipherStart;
    }

    /** The system's. */
    static Seeds system() {
        return OfProcess.SEEDS;
    }

    /**
     * A key of 16 bytes and behind it a counter of 16.
     *
     * <p>The time goes into the upper half of the counter. Should two copies of a machine get the same bytes from kernels that were
     * copied, too, their key streams are then apart, unless their clocks show the same ns.
     */
    byte[] next() {
        ByteBuffer seed = ByteBuffer.wrap(source.seed());
        seed.putLong(COUNTER_AT, seed.getLong(COUNTER_AT) ^ time());
        return seed.array();
    }

    /** One random word, for what is drawn rarely. */
    long word() {
        return ByteBuffer.wrap(source.plain(Long.BYTES)).getLong() ^ time();
    }

    /** Random words as they come from the source, each with the time on top, to the same end as in a seed. */
    void words(long[] to, int count) {
        ByteBuffer.wrap(source.plain(count * Long.BYTES)).asLongBuffer().get(to, 0, count);
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
        return wall - before / 1_000_000;
    }

    Copies copies() {
        return copies;
    }

    CipherStart cipherStart() {
        return cipherStart;
    }

    private long time() {
        return source.nanoTime() ^ source.millis() * ODD;
    }

    /** Made when the first generator is, not at class load. */
    private static final class OfProcess {
        static final Seeds SEEDS;

        static {
            Copies copies = Copies.system();
            SeedSource source = new SystemSeedSource(copies);
            SEEDS = new Seeds(source, copies, new CipherStart(source));
        }
    }
}
