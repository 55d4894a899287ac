package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AesCtrRandomTest {
    private static final int WORDS_PER_SEED = AesCtrRandom.BLOCKS_PER_SEED * AesCtrRandom.BLOCK / Long.BYTES;
    private static final int WORDS_PER_BLOCK = AesCtrRandom.BLOCK / Long.BYTES;

    private final AtomicLong nanos = new AtomicLong();
    private final CountedSeeds seeds = new CountedSeeds();
    private final AesCtrRandom random = new AesCtrRandom(seeds, nanos::get);

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

    @Test
    void isReseededAfterEachMebibyte() {
        draw(WORDS_PER_SEED);
        assertThat(seeds.asked).isEqualTo(1);
        draw(1);
        assertThat(seeds.asked).isEqualTo(2);
        draw(WORDS_PER_SEED);
        assertThat(seeds.asked).isEqualTo(3);
    }

    @Test
    void isReseededAfterAMinuteOnceABlockIsUsedUp() {
        draw(1);
        nanos.addAndGet(AesCtrRandom.SEED_NANOS + 1);
        draw(WORDS_PER_BLOCK - 1);
        assertThat(seeds.asked).isEqualTo(1);
        draw(1);
        assertThat(seeds.asked).isEqualTo(2);
    }

    @Test
    void neverRepeatsAWordOfOneStream() {
        AesCtrRandom real = new AesCtrRandom(new SecureRandom(), System::nanoTime);
        Set<Long> words = new HashSet<>();
        for (int i = 0; i < 3 * WORDS_PER_SEED; i++) {
            assertThat(words.add(real.next())).isTrue();
        }
    }

    private void draw(int words) {
        for (int i = 0; i < words; i++) {
            random.next();
        }
    }

    /** Gives the key and the counter of NIST SP 800-38A, F.5.1, each time it is asked. */
    private static final class CountedSeeds extends SecureRandom {
        private static final long serialVersionUID = 1L;
        private static final byte[] KEY_AND_COUNTER =
                HexFormat.of().parseHex("2b7e151628aed2a6abf7158809cf4f3c" + "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
        int asked;

        @Override
        public void nextBytes(byte[] bytes) {
            assertThat(bytes).hasSameSizeAs(KEY_AND_COUNTER);
            System.arraycopy(KEY_AND_COUNTER, 0, bytes, 0, bytes.length);
            asked++;
        }
    }
}
