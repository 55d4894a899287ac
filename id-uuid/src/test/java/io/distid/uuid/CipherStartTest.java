package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.distid.process.Copies;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Words that are drawn before the cipher is up to speed, and after. */
class CipherStartTest {
    private static final long MS = 1_000_000;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong seeds = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Copies copies = new Copies();
    private final CipherStart start = new CipherStart(new SystemSeedSource(new Copies()));
    private final AesCtrRandom random =
            new AesCtrRandom(new Seeds(new GivenSeeds(this::seed, nanos::get, () -> 0), copies, start));

    @Test
    void wordsAreTheSourcesUntilThen() {
        assertThat(random.next()).isEqualTo(1);
        assertThat(random.next()).isEqualTo(1);
        assertThat(random.next()).isEqualTo(2);
    }

    @Test
    void wordsHaveTheTimeOnTop() {
        nanos.set(12);
        assertThat(random.next()).isEqualTo(1 ^ 12);
    }

    @Test
    void whoDrawsSlowlyNeverStartsIt() {
        for (int i = 0; i < 10_000; i++) {
            nanos.addAndGet(2 * MS);
            random.next();
        }
        assertThat(start.hasBegun()).isFalse();
    }

    @Test
    void whoDrawsQuicklyStartsItAndGoesOnUnderIt() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            while (!start.isReady()) {
                random.next();
            }
        });
        draw(2 * AesCtrRandom.LONGEST_BLOCK);
        int before = asked.get();
        draw(AesCtrRandom.WORDS_PER_SEED / 2);
        assertThat(asked).hasValue(before);
    }

    @Test
    void aCopyEndsTheBlock() {
        draw(1000);
        int before = asked.get();
        random.expire();
        random.next();
        assertThat(asked.get()).isGreaterThan(before);
    }

    @Test
    void nothingIsKeptForLaterWhileACheckpointIsMade() {
        copies.expected();
        for (int i = 1; i < 100; i++) {
            nanos.set(i * 2 * MS);
            assertThat(random.next() ^ nanos.get()).isEqualTo(i);
        }
    }

    @Test
    void whatLooksAtTheClocksEndsABlockThatIsTooOld() {
        draw(1000);
        int before = asked.get();
        random.fresh();
        assertThat(asked).hasValue(before);
        nanos.addAndGet(AesCtrRandom.SEED_NANOS + 1);
        random.fresh();
        assertThat(asked.get()).isGreaterThan(before);
    }

    private void draw(int words) {
        for (int i = 0; i < words; i++) {
            random.next();
        }
    }

    /** The same number again and again, one more each time. */
    private byte[] seed() {
        asked.incrementAndGet();
        long number = seeds.incrementAndGet();
        ByteBuffer bytes = ByteBuffer.allocate(Seeds.BYTES);
        while (bytes.hasRemaining()) {
            bytes.putLong(number);
        }
        return bytes.array();
    }
}
