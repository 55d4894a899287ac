package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors are those that the specification of TypeID 0.3 publishes. */
class TypeIdTest {

    @ParameterizedTest
    @CsvSource({
        "'', 00000000000000000000000000, 00000000-0000-0000-0000-000000000000",
        "'', 00000000000000000000000001, 00000000-0000-0000-0000-000000000001",
        "'', 0000000000000000000000000a, 00000000-0000-0000-0000-00000000000a",
        "'', 0000000000000000000000000g, 00000000-0000-0000-0000-000000000010",
        "'', 00000000000000000000000010, 00000000-0000-0000-0000-000000000020",
        "'', 7zzzzzzzzzzzzzzzzzzzzzzzzz, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "prefix, prefix_0123456789abcdefghjkmnpqrs, 0110c853-1d09-52d8-d73e-1194e95b5f19",
        "prefix, prefix_01h455vb4pex5vsknk084sn02q, 01890a5d-ac96-774b-bcce-b302099a8057",
        "pre_fix, pre_fix_00000000000000000000000000, 00000000-0000-0000-0000-000000000000"
    })
    void readsAndWritesThePublishedVectors(String prefix, String text, UUID uuid) {
        UuidText form = UuidText.typeId(prefix);
        assertThat(form.encode(uuid)).isEqualTo(text);
        assertThat(form.decode(text)).isEqualTo(uuid);
        assertThat(form.maxLength()).isEqualTo(text.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PREFIX", "Prefix", "12345", "pre.fix", "préfix", " prefix", "prefix_", "_prefix", "_", "pre fix",
                "pre-fix", "a2"
            })
    void refusesAPrefixThatTheSpecificationDoesNotHave(String prefix) {
        assertThatThrownBy(() -> UuidText.typeId(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(prefix)
                .hasMessageContaining("lower-case letters");
        assertThatThrownBy(() -> LongText.typed(prefix)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPrefixHasAtMost63Letters() {
        assertThat(UuidText.typeId("a".repeat(63)).maxLength()).isEqualTo(90);
        assertThatThrownBy(() -> UuidText.typeId("a".repeat(64))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prefix_0123456789ABCDEFGHJKMNPQRS",
                "prefix_0123456789abcdefghjkmnpqrS",
                "PREFIX_0123456789abcdefghjkmnpqrs",
                "prefix_123456789abcdefghjkmnpqrs",
                "prefix_00123456789abcdefghjkmnpqrs",
                "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "prefix_0123456789abcdefghjkmnpqru",
                "prefix_0123456789abcdefghjkmnpqri",
                "prefix_0123456789abcdefghjkmnpqrl",
                "prefix_0123456789abcdefghjkmnpqro",
                "prefix_0123456789abcdefghjkmnpqr-",
                "prefix_0123456789abcdefghjkmnpqr ",
                "prefix_",
                "prefix",
                "other_0123456789abcdefghjkmnpqrs",
                "0123456789abcdefghjkmnpqrs",
                "prefix__0123456789abcdefghjkmnpqrs",
                ""
            })
    void refusesTextsThatItWouldNotWrite(String text) {
        assertThatThrownBy(() -> UuidText.typeId("prefix").decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_00000000000000000000000000",
                "prefix_00000000000000000000000000",
                "8zzzzzzzzzzzzzzzzzzzzzzzzz",
                "_"
            })
    void refusesWhatAnEmptyPrefixDoesNotHave(String text) {
        assertThatThrownBy(() -> UuidText.typeId("").decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lenientReadingTakesNoOtherSpellingEither() {
        UuidText lenient = UuidText.typeId("prefix").lenient();
        assertThatThrownBy(() -> lenient.decode("prefix_0123456789-abcdefghjkmnpqrs"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1, ord_0000000000001",
        "9223372036854775807, ord_7zzzzzzzzzzzz",
        "175928847299117063, ord_04w86bb0g4007"
    })
    void idsOf63BitsHaveAFormOfTheirOwn(long id, String text) {
        LongText form = LongText.typed("ord");
        assertThat(form.encode(id)).isEqualTo(text);
        assertThat(form.decode(text)).isEqualTo(id);
        assertThat(form.sorts()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ord_8000000000000",
                "ord_zzzzzzzzzzzzz",
                "ord_000000000000A",
                "ord_000000000001",
                "ord_000000000000i",
                "0000000000001"
            })
    void textsOf63BitsAreReadStrictly(String text) {
        assertThatThrownBy(() -> LongText.typed("ord").decode(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
