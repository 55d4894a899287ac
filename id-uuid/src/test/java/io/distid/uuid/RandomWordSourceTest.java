package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.process.CopyDetector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RandomWordSourceTest {
    private static final int WORDS_PER_SEED = RandomWordSource.WORDS_PER_SEED;
    /** Ids of version 7 with one upper half, at most. */
    private static final int RUN = 128;

    private static final int LONGEST = RandomWordSource.LONGEST_BLOCK;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final WordBlock random = new WordBlock(new RandomWordSource(
            new GivenSeeds(this::keyAndCounter, nanos::get, () -> 0).encrypted(new CopyDetector())));

    @Test
    void outputIsTheKeyStreamOfSp80038aVectorF51() {
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
            WordBlock same = new WordBlock(new RandomWordSource(
                    new GivenSeeds(this::keyAndCounter, nanos::get, () -> 0).encrypted(new CopyDetector())));
            WordBlock other = new WordBlock(new RandomWordSource(
                    new GivenSeeds(this::keyAndCounter, nanos::get, () -> 0).encrypted(new CopyDetector())));
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

    /** The other thread is one that tells of a copy of the process. */
    @Test
    void wordsGoOnWhileAnotherThreadHasThemExpire() throws Exception {
        WordBlock real = new WordBlock(new RandomWordSource(RandomInput.system()));
        AtomicBoolean over = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!over.get()) {
                real.expire();
            }
        });
        other.start();
        try {
            Set<Long> words = new HashSet<>();
            long[] to = new long[2 * 700];
            for (int i = 0; i < 300; i++) {
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
        draw(WORDS_PER_SEED);
        assertThat(asked).hasValue(1);
        draw(1);
        assertThat(asked).hasValue(2);
        draw(WORDS_PER_SEED);
        assertThat(asked).hasValue(3);
    }

    @Test
    void isReseededAfterTheIntervalOnceABlockIsUsedUp() {
        draw(10 * LONGEST);
        int unread = LONGEST - blockUsed();
        nanos.addAndGet(RandomWordSource.SEED_NANOS + 1);
        draw(unread);
        assertThat(asked).hasValue(1);
        draw(1);
        assertThat(asked).hasValue(2);
    }

    @Test
    void neverRepeatsAWordOfOneStream() {
        WordBlock real = new WordBlock(new RandomWordSource(RandomInput.system()));
        Set<Long> words = new HashSet<>();
        for (int i = 0; i < 3 * WORDS_PER_SEED; i++) {
            assertThat(words.add(real.next())).isTrue();
        }
    }

    /** As ids are: runs of pairs whose first elements are the same, here 7. */
    static void fill(WordBlock words, long[] to, int from, int end) {
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

    /** Blocks of 2 words, 4, and so on, were used up; then long ones; what was read of the last. */
    private static int blockUsed() {
        return (10 * LONGEST - (LONGEST - 2)) % LONGEST;
    }

    /** Those of NIST SP 800-38A, F.5.1, each time they are asked for. */
    private byte[] keyAndCounter() {
        asked.incrementAndGet();
        return HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c" + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    }
}
