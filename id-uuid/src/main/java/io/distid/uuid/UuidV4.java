package io.distid.uuid;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Safety;
import io.distid.UuidGenerator;
import java.util.List;
import java.util.UUID;

/**
 * UUID version 4: 122 random bits.
 *
 * <p>They come from the operating system, as {@link java.security.SecureRandom} is configured to ask it, or from an AES-CTR stream that
 * each thread has for itself and reseeds from {@code SecureRandom} and the kernel after each MiB and each 100 ms. Both are as hard to guess,
 * and the stream is many times faster. Until it is up to speed, words are the kernel's.
 *
 * <p>Of the system's bits a thread keeps those of 16 ids at most, for 100 ms at most. A copy of the process (a checkpoint restored twice, a
 * snapshot of a virtual machine resumed twice) repeats what was kept, unless CRaC told of it, or the clock was seen to jump, which is looked
 * at with each id. It repeats the stream until it is reseeded: at once where CRaC tells of it; else once 100 ms have passed, or the
 * clock was seen to jump, and a block that was begun before, of at most 512 ids, is used up.
 *
 * <p>No order, no clock, no end. Safe for use by any number of threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, section 5.4</a>
 */
public final class UuidV4 implements UuidGenerator {
    private static final long VERSION_AND_REST = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final String CHANCE =
            "122 random bits: among n ids, a repeat has probability n^2 / 2^123 " + "(1 in a billion after 10^14 ids)";

    private static final String COPIES =
            "copies of one process (a snapshot resumed twice) draw the same random bits for at most 100 ms and 16 ids a "
                    + "thread, unless CRaC's hooks or a step of the clock tell them apart";

    private final ThreadRandom<WordBlock> random;
    /** Whether its bits are the system's own, whose age is looked at with each id. */
    private final boolean system;

    private volatile boolean closed;

    private UuidV4(ThreadRandom<WordBlock> random, boolean system) {
        this.random = random;
        this.system = system;
    }

    /**
     * A generator on the operating system's random bits.
     *
     * @return ready for use
     */
    public static UuidV4 open() {
        return openSystem(ThreadRandom.openSystem());
    }

    /** A generator on the system's bits from any input, for tests. */
    static UuidV4 openSystem(ThreadRandom<WordBlock> random) {
        return new UuidV4(random, true);
    }

    /**
     * A generator on AES-CTR streams, one for each thread.
     *
     * @return ready for use
     */
    public static UuidV4 openDrbg() {
        return new UuidV4(ThreadRandom.open(), false);
    }

    /** {@inheritDoc} */
    @Override
    public UUID nextUuid() {
        requireOpen();
        RandomWords words = random.words();
        return new UUID(high(first(words)), low(words.next()));
    }

    /** {@inheritDoc} */
    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        requireOpen();
        RandomWords words = random.words();
        for (int i = from; i < to; i += 2) {
            halves[i] = high(first(words));
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
                .notes(List.of(CHANCE, system ? COPIES : ThreadRandom.COPIES))
                .build();
    }

    /** {@inheritDoc} */
    @Override
    public void close() {
        closed = true;
    }

    /** The first word of an id. */
    private long first(RandomWords words) {
        return system ? words.fresh() : words.next();
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
