package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people add to ids is read where a parser is asked to be lenient, and nowhere else. */
class LenientDecodingTest {
    private static final UUID SOME = UUID.fromString("01563e3a-b5d3-d676-4c61-efb99302bd5b");

    @ParameterizedTest
    @CsvSource({
        "CANONICAL, urn:uuid:01563e3a-b5d3-d676-4c61-efb99302bd5b",
        "CANONICAL, URN:UUID:01563E3A-B5D3-D676-4C61-EFB99302BD5B",
        "CANONICAL, {01563e3a-b5d3-d676-4c61-efb99302bd5b}",
        "CROCKFORD, 01ARZ3NDEK-TSV4RRFFQ69G5FAV",
        "CROCKFORD, 01ARZ-3NDEK-TSV4R-RFFQ6-9G5FA-V",
    })
    void uuidIsReadWhereAskedFor(TextForm form, String text) {
        UuidText lenient = form.uuids().lenient();
        assertThat(lenient.decode(text)).isEqualTo(SOME);
        assertThat(lenient.encode(SOME)).isEqualTo(form.uuids().encode(SOME));
        assertThat(lenient.prefixed("u_").decode("u_" + text)).isEqualTo(SOME);
        assertThatThrownBy(() -> form.uuids().decode(text)).isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void longIsReadWhereAskedFor() {
        LongText crockford = TextForm.CROCKFORD.longs();
        assertThat(crockford.lenient().decode("01226-N064-0J7K")).isEqualTo(38358284406638835L);
        assertThatThrownBy(() -> crockford.decode("01226-N064-0J7K"))
                .hasMessageContaining("has 15 characters: must have 13");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsStrictlyRightIsReadAsWell(TextForm form) {
        assertThat(form.uuids().lenient().decode(form.uuids().encode(SOME))).isEqualTo(SOME);
        assertThat(form.longs().lenient().decode(form.longs().encode(42))).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "urn:uuid:{01563e3a-b5d3-d676-4c61-efb99302bd5b}",
                "{01563e3a-b5d3-d676-4c61-efb99302bd5b",
                "{urn:uuid:01563e3a-b5d3-d676-4c61-efb99302bd5b}",
                "urn:uid:01563e3a-b5d3-d676-4c61-efb99302bd5b",
                "01563e3ab5d3d6764c61efb99302bd5b",
                "{}",
                "urn:uuid:",
            })
    void textThatNobodyWritesIsStillRefused(String text) {
        assertThatThrownBy(() -> TextForm.CANONICAL.uuids().lenient().decode(text))
                .isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsRefusedIsShownAsItWasGiven() {
        LongText orders = TextForm.CROCKFORD.longs().lenient().prefixed("ord_");
        assertThatThrownBy(() -> orders.decode("ord_000-000"))
                .hasMessageStartingWith(
                        "\"ord_000-000\" is read without prefix, braces and hyphens: \"000000\" is no crockford text")
                .hasMessageEndingWith("it has 6 characters: must have 13");
        assertThatThrownBy(() -> orders.decode("ord_000000000000U"))
                .hasMessageStartingWith("\"ord_000000000000U\" is no crockford text: it has 'U' at index 16");
        UuidText uuids = TextForm.CANONICAL.uuids().lenient();
        assertThatThrownBy(() -> uuids.decode("{0198c0a7}"))
                .hasMessageStartingWith(
                        "\"{0198c0a7}\" is read without prefix, braces and hyphens: \"0198c0a7\" is no UUID text");
        assertThatThrownBy(() -> uuids.decode("urn:uuid:" + "x".repeat(100)))
                .hasMessageStartingWith("\"urn:uuid:" + "x".repeat(71) + "...\" is read");
    }
}
