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
 * <p>Each thread has an AES-CTR stream of its own, with a new key from {@link java.security.SecureRandom} after each MiB and each 100 ms. A thread
 * that draws few ids reads that generator directly. With {@link #openSystem()} all ids are {@link UUID#randomUUID()}'s, for programs that must not
 * use another generator. Both kinds are equally hard to guess, and the stream is many times faster.
 *
 * <p>A copy of the process (a checkpoint restored twice, a snapshot of a virtual machine resumed twice) repeats the stream until the next key. Where
 * CRaC announces the restore, the new key comes at once. Else it comes after 100 ms, or after a jump of the clock, once the current block of at most
 * 512 ids is used up.
 *
 * <p>No order, no clock, no end. Safe for use by any number of threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.4">RFC 9562, section 5.4</a>
 */
public final class UuidV4 implements UuidGenerator {
    private static final long VERSION_AND_REST = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final String CHANCE =
            "122 random bits: among n ids, a repeat has probability n^2 / 2^123 " + "(1 in a billion after 10^14 ids)";

    private static final String SYSTEM_COPIES =
            "copies of one process (a snapshot resumed twice) draw the same random bits for as long as the runtime's SecureRandom keeps "
                    + "what it has read, as a rule 100 ms";

    /** Null for the system's ids. */
    private final @Nullable ThreadRandom random;

    private volatile boolean closed;

    private UuidV4(@Nullable ThreadRandom random) {
        this.random = random;
    }

    /** A generator on AES-CTR streams, one for each thread. */
    public static UuidV4 open() {
        return open(ThreadRandom.open(false));
    }

    static UuidV4 open(ThreadRandom random) {
        return new UuidV4(random);
    }

    /** A generator whose ids are {@link UUID#randomUUID()}'s. */
    public static UuidV4 openSystem() {
        return new UuidV4(null);
    }

    @Override
    public UUID nextUuid() {
        requireOpen();
        if (random == null) {
            return UUID.randomUUID();
        }
        RandomWords words = random.words();
        return new UUID(high(words.next()), low(words.next()));
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        requireOpen();
        if (random == null) {
            for (int i = from; i < to; i += 2) {
                UUID id = UUID.randomUUID();
                halves[i] = id.getMostSignificantBits();
                halves[i + 1] = id.getLeastSignificantBits();
            }
            return;
        }
        RandomWords words = random.words();
        for (int i = from; i < to; i += 2) {
            halves[i] = high(words.next());
            halves[i + 1] = low(words.next());
        }
    }

    @Override
    public IdStats stats() {
        return IdStats.builder().closed(closed).build();
    }

    @Override
    public IdTraits traits() {
        return traits(random == null);
    }

    static IdTraits traits(boolean system) {
        return IdTraits.builder("uuid-v4")
                .bits(128)
                .safety(Safety.RANDOM)
                .notes(List.of(CHANCE, system ? SYSTEM_COPIES : ThreadRandom.COPIES))
                .build();
    }

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
