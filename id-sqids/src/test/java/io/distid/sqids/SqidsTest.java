package io.distid.sqids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqidsTest {

    /** Of Sqids' own documentation and tests: numbers in the usual alphabet. */
    @ParameterizedTest
    @CsvSource({"1, Uk", "2, gb", "9, nJ", "1000000, gMvFo"})
    void writesAsOtherLibrariesOfSqidsDo(long id, String text) {
        try (LongIdGenerator generator = open(Map.of())) {
            assertThat(generator.textOf(id)).isEqualTo(text);
            assertThat(generator.parseText(text)).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "'', 20", "abc, 0", "0123456789abcdef, 0", "0123456789abcdefghijklmnopqrstuvwxyz, 10"})
    void whatIsWrittenIsReadAndNoLongerThanSaid(String alphabet, int minLength) {
        Map<String, String> settings = new HashMap<>(Map.of("text-min-length", String.valueOf(minLength)));
        if (!alphabet.isEmpty()) {
            settings.put("text-alphabet", alphabet);
        }
        try (LongIdGenerator generator = open(settings)) {
            Random random = new Random(1);
            for (int i = 0; i < 20_000; i++) {
                long id = i == 0 ? Long.MAX_VALUE : 1 + (random.nextLong() >>> 1 + random.nextInt(62));
                String text = generator.textOf(id);
                assertThat(text.length()).isBetween(minLength, generator.textLength());
                if (generator.parseText(text) != id) {
                    throw new AssertionError(id + " is written as " + text);
                }
            }
            String next = generator.nextText();
            assertThat(generator.textOf(generator.parseText(next))).isEqualTo(next);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "U", "Ukk", "uk", "UK", "gMvFo!", "86Rf07", "zzzzzzzzzzzzzzzzzzzz"})
    void textsThatItWouldNotWriteAreRefused(String text) {
        try (LongIdGenerator generator = open(Map.of())) {
            assertThatThrownBy(() -> generator.parseText(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void caseMattersWhereTheAlphabetHasBoth() {
        try (LongIdGenerator usual = open(Map.of());
                LongIdGenerator lower = open(Map.of("text-alphabet", "abcdefghijklmnop"))) {
            assertThat(usual.isTextCaseSensitive()).isTrue();
            assertThat(lower.isTextCaseSensitive()).isFalse();
        }
    }

    @Test
    void settingsThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> open(Map.of("text-alphabet", "aab")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("each of them once");
        assertThatThrownBy(() -> open(Map.of("text-alphabet", "ab"))).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> open(Map.of("text-min-length", "101"))).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> IdGenerators.openUuid("uuid-v7", Map.of("text", "sqids")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("sqids is for 63-bit ids");
    }

    private static LongIdGenerator open(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.putAll(Map.of(
                "worker", "fixed", "worker.id", "1", "namespace", "sqids-" + System.nanoTime(), "text", "sqids"));
        return IdGenerators.openLong("snowflake", settings);
    }
}
