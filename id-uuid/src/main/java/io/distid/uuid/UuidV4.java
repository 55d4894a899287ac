package io.distid.uuid;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Safety;
import io.distid.UuidGenerator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * UUID version 4: 122 random bits.
 *
 * <p>They come from {@link UUID#randomUUID()}, which asks {@link java.security.SecureRandom} for each id, or from an AES-CTR
 * stream that each thread has for itself and reseeds from {@code SecureRandom} and the kernel after each MiB and each 100 ms. The
 * stream is many times faster and as hard to guess. Until it is up to speed, words are the kernel's. A copy of the process (a checkpoint
 * restored twice, a snapshot of a virtual machine resumed twice) repeats the stream until it is reseeded: at once where CRaC tells of it; else once 100 ms have passed, or the
 * clock was seen to jump, and a block that was begun before, of at most 256 ids, is used up.
 *
 * <p>No order, no clock, no end. Safe for use by any number of threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, section 5.4</a>
 */
public final class UuidV4 implements UuidGenerator {
    private static final long VERSION_AND_REST = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final String CHANCE =
            "122 random bits: among n ids, a repeat has probability n^2 / 2^123 " + "(1 in a billion after 10^14 ids)";

    private final @Nullable ThreadRandom random;
    private volatile boolean closed;

    private UuidV4(@Nullable ThreadRandom random) {
        this.random = random;
    }

    /**
     * A generator on {@link UUID#randomUUID()}.
     *
     * @return ready for use
     */
    public static UuidV4 open() {
        return new UuidV4(null);
    }

    /**
     * A generator on AES-CTR streams, one for each thread.
     *
     * @return ready for use
     */
    public static UuidV4 openDrbg() {
        return new UuidV4(ThreadRandom.open());
    }

    /** {@inheritDoc} */
    @Override
    public UUID nextUuid() {
        requireOpen();
        if (random == null) {
            return UUID.randomUUID();
        }
        RandomWords words = random.words();
        return new UUID(high(words.next()), low(words.next()));
    }

    /** {@inheritDoc} */
    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        requireOpen();
        if (random == null) {
            UuidGenerator.super.nextUuids(halves, from, to);
            return;
        }
        RandomWords words = random.words();
        for (int i = from; i < to; i += 2) {
            halves[i] = high(words.next());
            halves[i + 1] = low(words.next());
        }
    }

    /** {@inheritDoc} */
    @Override
    public IdStats stats() {
        return IdStats.builder().closed(closed).build();
    }

    /** {@inheritDoc} */
    @Override
    public IdTraits traits() {
        return IdTraits.builder("uuid-v4")
                .bits(128)
                .safety(Safety.RANDOM)
                .notes(random == null ? List.of(CHANCE) : List.of(CHANCE, ThreadRandom.COPIES))
                .build();
    }

    /** {@inheritDoc} */
    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the generator is closed");
        }
    }

    static long high(long word) {
        return word & VERSION_AND_REST | 0x4000;
    }

    static long low(long word) {
        return 1L << 63 | word >>> 2;
    }
}
