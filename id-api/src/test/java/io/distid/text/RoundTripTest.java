package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoundTripTest {
    private static final int MANY = 250_000;
    private static final int SOME = 20_000;

    @ParameterizedTest
    @EnumSource
    void edgesOf64BitsAreWrittenAsTheSlowWayDoes(TextForm form) {
        for (long bits : Values.edges()) {
            if (form != TextForm.PADDED || Long.compareUnsigned(bits, Long.MAX_VALUE) <= 0) {
                assertThat(form.longs().encodeUnsigned(bits)).isEqualTo(Oracle.text(form, bits));
                assertThat(form.longs().decodeUnsigned(Oracle.text(form, bits))).isEqualTo(bits);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void edgesOf128BitsAreWrittenAsTheSlowWayDoes(TextForm form) {
        for (UUID uuid : Values.uuidEdges()) {
            assertThat(form.uuids().encode(uuid)).isEqualTo(Oracle.text(form, uuid));
            assertThat(form.uuids().decode(Oracle.text(form, uuid))).isEqualTo(uuid);
        }
    }

    @ParameterizedTest
    @EnumSource
    void randomIdsAreWrittenAsTheSlowWayDoes(TextForm form) {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < SOME; i++) {
            long id = Values.random(random) >>> 1;
            UUID uuid = new UUID(Values.random(random), Values.random(random));
            assertThat(form.longs().encode(id)).isEqualTo(Oracle.text(form, id));
            assertThat(form.uuids().encode(uuid)).isEqualTo(Oracle.text(form, uuid));
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource
    void randomLongsSurvive(TextForm form) {
        SplittableRandom random = new SplittableRandom(2);
        LongText text = form.longs();
        for (int i = 0; i < MANY; i++) {
            long id = Values.random(random) >>> 1;
            if (text.decode(text.encode(id)) != id) {
                throw new AssertionError(id + " becomes " + text.encode(id));
            }
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource
    void randomUuidsSurvive(TextForm form) {
        SplittableRandom random = new SplittableRandom(3);
        UuidText text = form.uuids();
        for (int i = 0; i < MANY; i++) {
            UUID uuid = new UUID(Values.random(random), random.nextLong());
            if (!text.decode(text.encode(uuid)).equals(uuid)) {
                throw new AssertionError(uuid + " becomes " + text.encode(uuid));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void textsSortAsIdsDoWhereTheFormSaysSo(TextForm form) {
        SplittableRandom random = new SplittableRandom(4);
        int inversions = 0;
        for (int i = 0; i < SOME; i++) {
            long a = Values.random(random) >>> 1;
            long b = Values.random(random) >>> 1;
            int texts = form.longs().encode(a).compareTo(form.longs().encode(b));
            inversions += Integer.signum(texts) != Long.compare(a, b) ? 1 : 0;
            UUID c = new UUID(random.nextLong(), a);
            UUID d = new UUID(random.nextInt(2) == 0 ? c.getMostSignificantBits() : random.nextLong(), b);
            texts = form.uuids().encode(c).compareTo(form.uuids().encode(d));
            boolean inverted = Integer.signum(texts) != Oracle.number(c).compareTo(Oracle.number(d));
            inversions += inverted && form.uuids().sorts() ? 1 : 0;
        }
        if (form.longs().sorts()) {
            assertThat(inversions).isZero();
        } else {
            assertThat(inversions).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void noTextIsLongerThanTheFormSays(TextForm form) {
        assertThat(form.longs().encode(Long.MAX_VALUE))
                .hasSizeLessThanOrEqualTo(form.longs().maxLength());
        assertThat(form.uuids().encode(-1, -1)).hasSize(form.uuids().maxLength());
    }

    @ParameterizedTest
    @EnumSource
    void greatestIdOfSoManyBitsHasTheLongestText(TextForm form) {
        SplittableRandom random = new SplittableRandom(5);
        LongText text = form.longs();
        for (int bits = 1; bits <= 63; bits++) {
            long greatest = (1L << bits) - 1;
            assertThat(text.encode(greatest)).hasSize(text.maxLength(bits));
            for (int i = 0; i < 100; i++) {
                assertThat(text.encode(Values.random(random) & greatest))
                        .hasSizeLessThanOrEqualTo(text.maxLength(bits));
            }
        }
        for (int bits : new int[] {0, 64, 128}) {
            assertThatThrownBy(() -> text.maxLength(bits))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("bits are " + bits + ": must be from 1 to 63");
        }
    }
}
