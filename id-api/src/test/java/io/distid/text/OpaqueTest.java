package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpaqueTest {
    private static final String KEY_128 = "000102030405060708090a0b0c0d0e0f";
    private static final String KEY_256 = KEY_128 + "101112131415161718191a1b1c1d1e1f";
    private static final String CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz";

    private final LongText opaque = LongText.opaque(List.of(key(KEY_128)));

    /**
     * The block of 42 is what this prints, and the text is its 128 bits in Crockford's base 32; with -aes-256-ecb and the longer key it is the second one:
     *
     * <pre>{@code printf '%032x' 42 | xxd -r -p | openssl enc -aes-128-ecb -nopad -K 000102030405060708090a0b0c0d0e0f | xxd -p}</pre>
     */
    @ParameterizedTest
    @CsvSource({
        KEY_128 + ", d78d1e002d0a97a71fcf359cb987572c, 6qhmf00b8ajykhzksnkjwrensc",
        KEY_256 + ", b9eff3fc486fdc56b0619cf44b66976b, 5sxzszrj3fvhbb0rcwyh5pd5vb"
    })
    void isOneBlockOfAes(String key, String block, String text) {
        LongText form = LongText.opaque(List.of(key(key)));
        assertThat(form.encode(42)).isEqualTo(text);
        assertThat(form.decode(text)).isEqualTo(42);
        assertThat(HexFormat.of().formatHex(bytes(TextForm.CROCKFORD.uuids().decode(text))))
                .isEqualTo(block);
        assertThat(UuidText.opaque(key(key)).encode(new UUID(0, 42))).isEqualTo(text);
    }

    /** Two ids with one text could not both come back. */
    @Test
    void oneMillionIdsComeBack() {
        IntStream.range(0, 1_000_000).parallel().forEach(i -> {
            long id = 1 + i * 9_223_372_036_854L;
            String text = opaque.encode(id);
            if (text.length() != 26 || opaque.decode(text) != id) {
                throw new AssertionError(id + " is written as " + text + ", which is read as another id");
            }
        });
    }

    @Test
    void anyChangedCharacterIsRefused() {
        String text = opaque.encode(4_611_686_018_427_387_905L);
        for (int at = 0; at < text.length(); at++) {
            for (char c : (CHARACTERS + "ABZilou-_ ").toCharArray()) {
                if (c != text.charAt(at)) {
                    String changed = text.substring(0, at) + c + text.substring(at + 1);
                    assertThatThrownBy(() -> opaque.decode(changed))
                            .as(changed)
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
        }
    }

    @Test
    void neighboursHaveNothingInCommon() {
        String one = opaque.encode(1_000_000);
        String two = opaque.encode(1_000_001);
        int equal = 0;
        for (int i = 0; i < one.length(); i++) {
            equal += one.charAt(i) == two.charAt(i) ? 1 : 0;
        }
        assertThat(equal).isLessThan(8);
        assertThat(opaque.sorts()).isFalse();
    }

    @Test
    void whatWasMadeWithAnotherKeyIsRefused() {
        String text = LongText.opaque(List.of(key(KEY_256))).encode(7);
        assertThatThrownBy(() -> opaque.decode(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("was not made with this key");
    }

    @Test
    void theFirstOfSeveralKeysWritesAndAllOfThemRead() {
        LongText rotated = LongText.opaque(List.of(key(KEY_256), key(KEY_128)));
        String old = opaque.encode(7);
        String text = rotated.encode(7);
        assertThat(text)
                .isEqualTo(LongText.opaque(List.of(key(KEY_256))).encode(7))
                .isNotEqualTo(old);
        assertThat(rotated.decode(old)).isEqualTo(7);
        assertThat(rotated.decode(text)).isEqualTo(7);
        String other = LongText.opaque(List.of(new byte[16])).encode(7);
        assertThatThrownBy(() -> rotated.decode(other)).hasMessageContaining("one of these keys");
    }

    @Test
    void aUuidIsReadFromAnyTextOf128Bits() {
        UuidText uuids = UuidText.opaque(key(KEY_128));
        UUID uuid = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
        String text = uuids.encode(uuid);
        assertThat(text).hasSize(26);
        assertThat(uuids.decode(text)).isEqualTo(uuid);
        assertThat(UuidText.opaque(key(KEY_256)).decode(text)).isNotEqualTo(uuid);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 17, 24, 31, 33})
    void keysOfAnotherLengthAreRefused(int length) {
        assertThatThrownBy(() -> LongText.opaque(List.of(new byte[length])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a key has " + length + " bytes: must be 16 or 32");
        assertThatThrownBy(() -> UuidText.opaque(new byte[length])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LongText.opaque(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyThatIsOverwrittenLaterIsStillTheKey() {
        byte[] key = key(KEY_128);
        LongText form = LongText.opaque(List.of(key));
        Arrays.fill(key, (byte) 0);
        assertThat(form.encode(42)).isEqualTo(opaque.encode(42));
    }

    /** A cipher that two threads shared would mix their blocks. */
    @Test
    void threadsDoNotMixTheirBlocks() throws Exception {
        int threads = 64;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Boolean>> all = IntStream.range(0, threads)
                    .mapToObj(thread -> pool.submit(() -> {
                        for (int i = 1; i <= 5_000; i++) {
                            long id = thread * 1_000_000L + i;
                            if (opaque.decode(opaque.encode(id)) != id) {
                                return false;
                            }
                        }
                        return true;
                    }))
                    .toList();
            for (Future<Boolean> each : all) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static byte[] key(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
