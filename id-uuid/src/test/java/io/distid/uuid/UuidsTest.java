package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UuidsTest {
    private static final int MANY = 1_000_000;

    @Test
    void parsingTakesAll36CharactersInEitherCase() {
        UUID uuid = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        assertThat(Uuids.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).isEqualTo(uuid);
        assertThat(Uuids.parse("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")).isEqualTo(uuid);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1-2-3-4-5", "017f22e279b07cc398c4dc0c0c07398f", "", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f "})
    void parsingRefusesWhatTheJdkOrOthersTake(String text) {
        assertThatThrownBy(() -> Uuids.parse(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"");
    }

    @Test
    void orderIsThatOfTheTexts() {
        List<UUID> sorted = List.of(
                Uuids.NIL,
                new UUID(0, Long.MAX_VALUE),
                new UUID(0, Long.MIN_VALUE),
                new UUID(Long.MAX_VALUE, -1),
                new UUID(Long.MIN_VALUE, 0),
                Uuids.MAX);
        for (UUID a : sorted) {
            for (UUID b : sorted) {
                int expected = Integer.signum(a.toString().compareTo(b.toString()));
                assertThat(Uuids.compare(a, b)).isEqualTo(expected);
                assertThat(Uuids.UNSIGNED.compare(a, b)).isEqualTo(expected);
            }
        }
    }

    @Test
    void namesMatchTheJdkWhereItHasThem() {
        byte[] namespaceAndName = new byte[16 + 3];
        assertThat(Uuids.v3(Uuids.NIL, new byte[3])).isEqualTo(UUID.nameUUIDFromBytes(namespaceAndName));
        assertThat(Uuids.v5(Uuids.NAMESPACE_URL, "a")).isNotEqualTo(Uuids.v5(Uuids.NAMESPACE_OID, "a"));
        assertThat(Uuids.v5(Uuids.NAMESPACE_X500, "ä"))
                .isEqualTo(Uuids.v5(Uuids.NAMESPACE_X500, new byte[] {(byte) 0xC3, (byte) 0xA4}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab\uD83D", "ab\uDE00c", "ab\uDE00\uD83D"})
    void namesThatDifferInHalfASurrogatePairDoNotShareAUuid(String name) {
        String at = String.format("name has U+%04X at index 2", (int) name.charAt(2));
        assertThatThrownBy(() -> Uuids.v5(Uuids.NAMESPACE_DNS, name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(at);
        assertThatThrownBy(() -> Uuids.v3(Uuids.NAMESPACE_DNS, name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(at);
        String whole = "ab\uD83D\uDE00";
        assertThat(Uuids.v5(Uuids.NAMESPACE_DNS, whole))
                .isEqualTo(Uuids.v5(Uuids.NAMESPACE_DNS, whole.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void versions1And6TurnIntoEachOther() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < MANY; i++) {
            UUID v1 = new UUID(random.nextLong() & ~0xF000L | 0x1000L, random.nextLong() >>> 2 | 1L << 63);
            UUID v6 = Uuids.toV6(v1);
            if (!Uuids.toV1(v6).equals(v1)
                    || v6.version() != 6
                    || !Uuids.time(v6).equals(Uuids.time(v1))) {
                throw new AssertionError(v1 + " becomes " + v6 + " and " + Uuids.toV1(v6));
            }
        }
    }

    @Test
    void timeOfVersion1IsTheJdks() {
        UUID v1 = UUID.fromString("ffffffff-ffff-1fff-bfff-ffffffffffff");
        assertThat(v1.timestamp()).isEqualTo(Gregorian.timeOfV1(v1.getMostSignificantBits()));
        assertThat(Uuids.time(new UUID(0x1000, 1L << 63))).isEqualTo(Instant.parse("1582-10-15T00:00:00Z"));
        assertThat(Uuids.time(UUID.fromString("ffffffff-ffff-7fff-bfff-ffffffffffff")))
                .isEqualTo(Instant.ofEpochMilli((1L << 48) - 1));
    }

    @Test
    void uuidsWithoutTimeAreRefused() {
        UUID otherVariant = UUID.fromString("c232ab00-9414-11ec-33c8-9f6bdeced846");
        for (UUID uuid : List.of(Uuids.NIL, Uuids.MAX, UUID.randomUUID(), otherVariant)) {
            assertThatThrownBy(() -> Uuids.time(uuid))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(uuid + " carries no time: must be of version 1, 6 or 7");
        }
        assertThatThrownBy(() -> Uuids.toV6(UUID.fromString("1ec9414c-232a-6b00-b3c8-9f6bdeced846")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is of version 6, variant 2: must be of version 1, variant 2");
        assertThatThrownBy(() -> Uuids.toV1(otherVariant)).isInstanceOf(IllegalArgumentException.class);
    }
}
