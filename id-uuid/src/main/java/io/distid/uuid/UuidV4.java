package io.distid.uuid;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.UuidGenerator;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * UUID version 4: 122 random bits.
 *
 * <p>They come from {@link UUID#randomUUID()}, which asks {@link java.security.SecureRandom} for each id, or from an AES-CTR
 * stream that each thread has for itself and reseeds from {@code SecureRandom} after each MiB and each minute. The stream is
 * many times faster and as hard to guess; but a process image that is cloned (a VM snapshot resumed twice, CRaC) repeats the
 * stream until it is reseeded, so there a generator should be opened after the restore.
 *
 * <p>No order, no clock, no end. Safe for use by any number of threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, section 5.4</a>
 */
public final class UuidV4 implements UuidGenerator {
    private static final long VERSION_AND_REST = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final IdTraits TRAITS = new IdTraits(
            "uuid-v4",
            128,
            Ordering.NONE,
            false,
            Coordination.NONE,
            Safety.RANDOM,
            OptionalLong.empty(),
            null,
            List.of("122 random bits: among n ids, a repeat has probability n^2 / 2^123 "
                    + "(1 in a billion after 10^14 ids)"));

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
        return new UuidV4(new ThreadRandom());
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
    public IdTraits traits() {
        return TRAITS;
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
