package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.internal.process.CopyDetector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SecureWordsTest {
    private static final int WORDS_PER_KEY = SecureWords.WORDS_PER_KEY;
    /** Ids of version 7 with one upper half, at most. */
    private static final int RUN = 128;

    private static final int LONGEST = SecureWords.LONGEST_BLOCK;
    /** Blocks of 2, 4, 8, 16 and 32 words, which are the system's own. */
    private static final int BEFORE_KEY = 2 * SecureWords.LONGEST_SYSTEM_BLOCK - 2;
    /** Those of NIST SP 800-38A, F.5.1. */
    private static final byte[] KEY_AND_COUNTER =
            HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c" + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final CopyDetector copies = new CopyDetector(nanos::get, () -> Instant.EPOCH.plusNanos(nanos.get()));
    private final RandomWords random = words();

    @Test
    void outputBehindTheWordsOfTheSystemIsTheKeyStreamOfSp80038aVectorF51() {
        draw(BEFORE_KEY);
        ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 8; i++) {
            bytes.putLong(random.next());
        }
        assertThat(HexFormat.of().formatHex(bytes.array()))
                .isEqualTo("ec8cdf7398607cb0f2d21675ea9ea1e4" + "362b7c3c6773516318a077d7fc5073ae"
                        + "6a2cc3787889374fbeb4c81b17ba6c44" + "e89c399ff0f198c6d40a31db156cabfe");
    }

    /** Across blocks, for ranges that begin and end anywhere. */
    @Test
    void lowBitsOfManyAreTheWordsInTheirOrderBelowANumberThatCountsUpAndNothingElseIsTouched() {
        for (int pairs : new int[] {0, 1, 2, 3, 7, 500, 1_024, 5_000}) {
            RandomWords same = words();
            RandomWords other = words();
            same.next();
            other.next();
            long[] to = new long[2 * pairs + 4];
            Arrays.fill(to, 1L << 60);
            fill(same, to, 2, 2 + 2 * pairs);
            for (int i = 0; i < to.length; i++) {
                boolean filled = i >= 2 && i < 2 + 2 * pairs;
                long expected = i % 2 == 0 || !filled ? 7 : number((i - 3) / 2) + (other.next() >>> 9);
                assertThat(to[i]).as("element %d of %d", i, to.length).isEqualTo(filled ? expected : 1L << 60);
            }
            assertThat(same.next()).as("the word behind %d", pairs).isEqualTo(other.next());
        }
    }

    @Test
    void wordsGoOnWhileAnotherThreadBeginsEpochs() throws Exception {
        CopyDetector copies = new CopyDetector();
        RandomWords real = new SecureWords(new SecureRandom(), copies, InstantSource.system());
        AtomicBoolean over = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!over.get()) {
                copies.suspected();
                LockSupport.parkNanos(1_000);
            }
        });
        other.start();
        try {
            Set<Long> words = new HashSet<>();
            long[] to = new long[2 * 700];
            for (int i = 0; i < 100; i++) {
                fill(real, to, 0, to.length);
                for (int pair = 0; pair < to.length; pair += 2) {
                    assertThat(to[pair]).isEqualTo(7);
                    assertThat(words.add(to[pair + 1] << 9)).isTrue();
                }
                assertThat(words.add(real.next() >>> 9 << 9)).isTrue();
            }
        } finally {
            over.set(true);
            other.join();
        }
    }

    @Test
    void isReseededAfterEachMebibyte() {
        draw(BEFORE_KEY);
        int system = asked.get();
        draw(WORDS_PER_KEY);
        assertThat(asked).hasValue(system + 1);
        draw(1);
        assertThat(asked).hasValue(system + 2);
        draw(WORDS_PER_KEY);
        assertThat(asked).hasValue(system + 3);
    }

    @Test
    void isReseededAfterTheIntervalOnceABlockIsUsedUp() {
        draw(10 * LONGEST);
        int before = asked.get();
        nanos.addAndGet(SecureWords.SEED_NANOS + 1);
        draw(LONGEST - blockUsed());
        assertThat(asked).hasValue(before);
        draw(1);
        assertThat(asked).hasValue(before + 1);
    }

    /** Then nothing is kept of a key, and no cipher is loaded. */
    @Test
    void slowCallerGetsTheWordsOfTheSystem() {
        for (int i = 1; i < 100; i++) {
            nanos.addAndGet(2_000_000);
            draw(SecureWords.SHORTEST_BLOCK);
            assertThat(asked).hasValue(i);
        }
    }

    @Test
    void wordsOfTheSystemHaveTheTimeOnTop() {
        long first = words().next();
        nanos.set(12);
        assertThat(words().next()).isEqualTo(first ^ 12);
    }

    @Test
    void nothingIsKeptForLaterWhileACheckpointIsMade() {
        draw(10 * LONGEST);
        copies.expected();
        int before = asked.get();
        draw(100);
        assertThat(asked).hasValue(before + 100);
    }

    @Test
    void aBlockEndsWithTheEpoch() {
        draw(10 * LONGEST);
        int before = asked.get();
        copies.suspected();
        draw(1);
        assertThat(asked).hasValue(before + 1);
    }

    @Test
    void whatLooksAtTheClocksEndsABlockThatIsTooOld() {
        draw(10 * LONGEST);
        int before = asked.get();
        random.fresh();
        assertThat(asked).hasValue(before);
        nanos.addAndGet(SecureWords.SEED_NANOS + 1);
        random.fresh();
        assertThat(asked).hasValue(before + 1);
    }

    @Test
    void neverRepeatsAWordOfOneStream() {
        RandomWords real = new SecureWords(new SecureRandom(), new CopyDetector(), InstantSource.system());
        Set<Long> words = new HashSet<>();
        for (int i = 0; i < 3 * WORDS_PER_KEY; i++) {
            assertThat(words.add(real.next())).isTrue();
        }
    }

    /** As ids are: runs of pairs whose first elements are the same, here 7. */
    static void fill(RandomWords words, long[] to, int from, int end) {
        for (int i = from; i < end; ) {
            int pair = (i - from) / 2;
            int runEnd = Math.min(end, i + 2 * (RUN - pair % RUN));
            int written = words.fill(to, i, runEnd, 7, number(pair));
            assertThat(written).isBetween(1, (runEnd - i) / 2);
            i += 2 * written;
        }
    }

    /** The second element of a pair without its random bits. */
    static long number(int pair) {
        return 1L << 63 | (long) (pair % RUN) << 55;
    }

    private void draw(int words) {
        for (int i = 0; i < words; i++) {
            random.next();
        }
    }

    private RandomWords words() {
        return new SecureWords(
                new SecureRandom() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void nextBytes(byte[] bytes) {
                        asked.incrementAndGet();
                        for (int i = 0; i < bytes.length; i++) {
                            bytes[i] = KEY_AND_COUNTER[i % KEY_AND_COUNTER.length];
                        }
                    }
                },
                copies,
                InstantSource.fixed(Instant.EPOCH));
    }

    /** Blocks of 2 words, 4, and so on, were used up; then long ones; what was read of the last. */
    private static int blockUsed() {
        return (10 * LONGEST - (LONGEST - 2)) % LONGEST;
    }
}
