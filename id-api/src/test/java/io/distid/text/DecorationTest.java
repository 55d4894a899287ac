package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdsExhaustedException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecorationTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T23:59:59.999Z"));
    private final InstantSource clock = now::get;

    @Test
    void prefixIsWrittenAndDemanded() {
        LongText orders = TextForm.CROCKFORD.longs().prefixed("ord_");
        assertThat(orders.encode(38358284406638835L)).isEqualTo("ord_01226N0640J7K");
        assertThat(orders.decode("ord_01226N0640J7K")).isEqualTo(38358284406638835L);
        assertThatThrownBy(() -> orders.decode("inv_01226N0640J7K"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"inv_01226N0640J7K\" does not have the prefix \"ord_\"");
        assertThatThrownBy(() -> orders.decode("ord")).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> orders.decode("ord_01226N0640J7"))
                .hasMessageContaining("has 12 characters from index 4: must have 13");
    }

    @Test
    void uuidTakesPrefixAndDateToo() {
        UUID uuid = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        UuidText text = TextForm.CROCKFORD.uuids().dated(clock).prefixed("usr_");
        assertThat(text.encode(uuid)).isEqualTo("usr_2026112001FWHE4YDGFK1SHH6W1G60EECF");
        assertThat(text.decode("usr_2026112001FWHE4YDGFK1SHH6W1G60EECF")).isEqualTo(uuid);
        assertThat(text.maxLength()).isEqualTo(38);
        assertThat(text.sorts()).isTrue();
    }

    @Test
    void dateIsTheDayInUtc() {
        LongText text = LongText.padded(6).dated(clock);
        assertThat(text.encode(42)).isEqualTo("20261120000042");
        now.set(now.get().plusMillis(1));
        assertThat(text.encode(42)).isEqualTo("20261121000042");
        assertThat(text.decode("20261120000042")).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"20261301000042", "20261100000042", "20260229000042", "2026112", "20260431000042", "2026-11-20"})
    void invalidDayIsRefused(String text) {
        assertThatThrownBy(() -> LongText.padded(6).dated(clock).decode(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"" + text + "\" does not have a date such as 20261120 at index 0");
    }

    @Test
    void clockThatWritesATextItselfSpoilsNone() {
        LongText inner = LongText.padded(20);
        InstantSource talkative = () -> {
            inner.encode(Long.MAX_VALUE);
            return now.get();
        };
        LongText text = LongText.padded(6).dated(talkative).prefixed("ord_");
        assertThat(text.encode(42)).isEqualTo("ord_20261120000042");
        assertThat(TextForm.CROCKFORD.uuids().dated(talkative).prefixed("ord_").encode(0, 42))
                .isEqualTo("ord_202611200000000000000000000000001A");
    }

    @Test
    void longTextIsShownInPart() {
        String text = "x".repeat(10_000);
        assertThatThrownBy(() -> LongText.padded(6).dated(clock).decode(text))
                .hasMessageStartingWith("\"xxx")
                .extracting(e -> e.getMessage().length())
                .satisfies(length -> assertThat(length).isLessThan(200));
        assertThatThrownBy(() -> LongText.padded(6).prefixed("ord_").decode(text))
                .extracting(e -> e.getMessage().length())
                .satisfies(length -> assertThat(length).isLessThan(200));
    }

    @Test
    void leapDayIsADay() {
        assertThat(LongText.padded(6).dated(clock).decode("20280229000042")).isEqualTo(42);
    }

    @Test
    void clockBeyondFourDigitsOfYearIsRefused() {
        now.set(Instant.parse("+10000-01-01T00:00:00Z"));
        assertThatThrownBy(() -> LongText.padded(6).dated(clock).encode(42))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("10000");
        assertThatThrownBy(() -> TextForm.HEX.uuids().dated(clock).encode(1, 2))
                .isInstanceOf(IdsExhaustedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ü", "a\"", "a/"})
    void prefixThatUrlsWouldEscapeIsRefused(String prefix) {
        assertThatThrownBy(() -> TextForm.HEX.longs().prefixed(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + prefix + "\"");
    }

    @Test
    void prefixesAddUpToABound() {
        LongText text = TextForm.HEX.longs();
        for (int i = 0; i < 4; i++) {
            text = text.prefixed("x".repeat(40));
        }
        assertThat(text.encode(1)).isEqualTo("x".repeat(160) + "0000000000000001");
        LongText full = text;
        assertThatThrownBy(() -> full.prefixed("x".repeat(40)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("216 characters is too long");
    }
}
