package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.distid.process.CopyDetector;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.Eventually;
import java.nio.ByteBuffer;
import java.security.ProviderException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Words that are drawn before the cipher is up to speed, and after. */
class CipherWarmUpTest {
    private static final long MS = 1_000_000;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong seeds = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final CopyDetector copies = new CopyDetector();
    private final CipherWarmUp start = new CipherWarmUp(new SystemRandomSource(new CopyDetector()));
    private final WordBlock random = new WordBlock(
            new RandomWordSource(new RandomInput(new GivenSeeds(this::seed, nanos::get, () -> 0), copies, start)));

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
        assertTimeoutPreemptively(Eventually.LIMIT, () -> {
            while (!start.isReady()) {
                random.next();
            }
        });
        draw(2 * RandomWordSource.LONGEST_BLOCK);
        int before = asked.get();
        draw(RandomWordSource.WORDS_PER_SEED / 2);
        assertThat(asked).hasValue(before);
    }

    @Test
    void whoHasNoneDrawsTheSourcesWordsForGoodAFewAtATime() {
        WordBlock alone =
                new WordBlock(new RandomWordSource(new GivenSeeds(this::seed, nanos::get, () -> 0).alone(copies)));
        for (int i = 0; i < 10_000; i++) {
            alone.next();
        }
        int before = asked.get();
        for (int i = 0; i < 100 * RandomWordSource.LONGEST_SYSTEM_BLOCK; i++) {
            alone.next();
        }
        // A seed is four words.
        assertThat(asked).hasValue(before + 100 * RandomWordSource.LONGEST_SYSTEM_BLOCK / 4);
    }

    /** As PKCS #11 throws where its token is gone, which is no GeneralSecurityException. */
    @Test
    void providerThatFailsIsSaidOnceAndWordsGoOnComingFromTheSource() {
        CipherWarmUp failing = new CipherWarmUp(new SystemRandomSource(copies), () -> {
            throw new ProviderException("no token");
        });
        WordBlock unencrypted = new WordBlock(new RandomWordSource(
                new RandomInput(new GivenSeeds(this::seed, nanos::get, () -> 0), copies, failing)));
        try (CapturedLog log = new CapturedLog(CipherWarmUp.class)) {
            for (int i = 0; i < 10_000; i++) {
                unencrypted.next();
            }
            assertThat(failing.hasBegun()).isTrue();
            assertTimeoutPreemptively(Eventually.LIMIT, () -> {
                while (log.lines().isEmpty()) {
                    LockSupport.parkNanos(MS);
                }
            });
            int before = asked.get();
            for (int i = 0; i < 10_000; i++) {
                unencrypted.next();
            }
            assertThat(asked.get()).isGreaterThan(before + 1_000);
            assertThat(failing.isReady()).isFalse();
            assertThat(log.lines())
                    .containsExactly(
                            "WARNING the cipher of random words cannot be used: java.security.ProviderException: no token."
                                    + " They come from the operating system, slower and no easier to guess.");
        }
    }

    @Test
    void aCopyEndsTheBlock() {
        draw(1000);
        int before = asked.get();
        // Under the cipher, too, which may be ready by now: then the key ends with the block.
        copies.suspected();
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
        nanos.addAndGet(RandomWordSource.SEED_NANOS + 1);
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
        ByteBuffer bytes = ByteBuffer.allocate(RandomInput.SEED_BYTES);
        while (bytes.hasRemaining()) {
            bytes.putLong(number);
        }
        return bytes.array();
    }
}
