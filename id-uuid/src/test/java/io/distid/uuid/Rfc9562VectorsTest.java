package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The values of RFC 9562, appendix A, field by field. */
class Rfc9562VectorsTest {
    private static final long GREGORIAN = 0x1EC9414C232AB00L;
    private static final long CLOCK_SEQUENCE_AND_NODE = 0xB3C8_9F6BDECED846L;
    private static final Instant GREGORIAN_INSTANT = Instant.parse("2022-02-22T19:22:22Z");

    @Test
    void version1() {
        UUID uuid = UUID.fromString("c232ab00-9414-11ec-b3c8-9f6bdeced846");
        assertThat(new UUID(Gregorian.highV1(GREGORIAN), CLOCK_SEQUENCE_AND_NODE))
                .isEqualTo(uuid);
        assertThat(Gregorian.timeOfV1(uuid.getMostSignificantBits())).isEqualTo(GREGORIAN);
        assertThat(Uuids.time(uuid)).isEqualTo(GREGORIAN_INSTANT);
    }

    @Test
    void version3() {
        assertThat(Uuids.v3(Uuids.NAMESPACE_DNS, "www.example.com"))
                .isEqualTo(UUID.fromString("5df41881-3aed-3515-88a7-2f4a814cf09e"));
    }

    @Test
    void version4() {
        // random_a 919108f752d1, random_b 320, random_c 1bacf847db4148a8, at the places where words put them.
        long high = UuidV4.high(0x919108f752d1_f320L);
        long low = UuidV4.low(0x1bacf847db4148a8L << 2);
        assertThat(new UUID(high, low)).isEqualTo(UUID.fromString("919108f7-52d1-4320-9bac-f847db4148a8"));
    }

    @Test
    void version5() {
        assertThat(Uuids.v5(Uuids.NAMESPACE_DNS, "www.example.com"))
                .isEqualTo(UUID.fromString("2ed6657d-e927-568b-95e1-2665a8aea6a2"));
    }

    @Test
    void version6() {
        UUID uuid = UUID.fromString("1ec9414c-232a-6b00-b3c8-9f6bdeced846");
        assertThat(new UUID(Gregorian.highV6(GREGORIAN), CLOCK_SEQUENCE_AND_NODE))
                .isEqualTo(uuid);
        assertThat(Gregorian.timeOfV6(uuid.getMostSignificantBits())).isEqualTo(GREGORIAN);
        assertThat(Uuids.time(uuid)).isEqualTo(GREGORIAN_INSTANT);
        assertThat(Uuids.toV1(uuid)).isEqualTo(UUID.fromString("c232ab00-9414-11ec-b3c8-9f6bdeced846"));
        assertThat(Uuids.toV6(Uuids.toV1(uuid))).isEqualTo(uuid);
    }

    @Test
    void version7() {
        // unix_ts_ms 017f22e279b0, rand_a cc3, rand_b 18c4dc0c0c07398f; the counter takes rand_a and 7 bits of rand_b.
        long randB = 0x18c4dc0c0c07398fL;
        long counter = 0xcc3L << 7 | randB >>> UuidV7.RANDOM_BITS;
        long state = 0x017f22e279b0L << UuidV7.COUNTER_BITS | counter;
        UUID uuid = new UUID(UuidV7.high(state), UuidV7.low(state, randB << 64 - UuidV7.RANDOM_BITS));
        assertThat(uuid).isEqualTo(UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
        assertThat(Uuids.time(uuid)).isEqualTo(GREGORIAN_INSTANT);
    }
}
