package io.distid.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StrictDecodingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DECIMAL   | ''                       | has 0 characters: must have 1 to 20
            DECIMAL   | -5                       | has '-' at index 0: must be 0-9
            DECIMAL   | +5                       | has '+' at index 0
            DECIMAL   | 05                       | has a leading zero
            DECIMAL   | ' 5'                     | has U+0020 at index 0
            DECIMAL   | ٣                        | has U+0663 at index 0
            DECIMAL   | 9223372036854775808      | is above 2^63 - 1
            DECIMAL   | 18446744073709551616     | is above 2^64 - 1
            DECIMAL   | 99999999999999999999     | is above 2^64 - 1
            DECIMAL   | 118446744073709551615    | has 21 characters
            PADDED    | 42                       | has 2 characters: must have 19
            HEX       | 7ffffffffffffff          | has 15 characters: must have 16
            HEX       | 7fffffffffffffffg        | has 17 characters
            HEX       | 7ffffffffffffffg         | has 'g' at index 15
            HEX       | 0x7fffffffffffff         | has 'x' at index 1
            CROCKFORD | 01226N0640J7             | has 12 characters: must have 13
            CROCKFORD | 01226N0640J7U            | has 'U' at index 12
            CROCKFORD | 01226N-640J7K            | has '-' at index 6
            CROCKFORD | G000000000000            | is above 2^64 - 1
            CROCKFORD | 8000000000000            | is above 2^63 - 1
            ZBASE32   | yyyyyyyyyyyyb            | ends in 'b', whose low 1 bits are not 0
            ZBASE32   | yyyyyyyyyyyyY            | has 'Y' at index 12
            BASE36    | 3w5e11264sgsg            | is above 2^64 - 1
            BASE36    | zzzzzzzzzzzzz            | is above 2^64 - 1
            BASE58    | jpXCZedGfVR              | is above 2^64 - 1
            BASE58    | zzzzzzzzzzz              | is above 2^64 - 1
            BASE58    | 0zzzzzzzzzz              | has '0' at index 0
            BASE62    | LygHa16AHYG              | is above 2^64 - 1
            BASE62    | zzzzzzzzzzz              | is above 2^64 - 1
            BASE62    | LygHa16AHY               | has 10 characters: must have 11
            BASE64URL | AAAAAAAAAAB              | ends in 'B', whose low 2 bits are not 0
            BASE64URL | AAAAAAAAAA=              | has '=' at index 10
            BASE64URL | AAAAAAAAAA+              | has '+' at index 10
            BWMARRIN_BASE32 | 9999999999999        | is above 2^64 - 1
            BWMARRIN_BASE32 | yb                   | has a leading 'y', which is a zero
            BWMARRIN_BASE32 | ''                   | has 0 characters: must have 1 to 13
            BWMARRIN_BASE58 | 4jgmnx8Js8l          | has 'l' at index 10: must be 1-9, a-z but l, A-Z but I and O
            BWMARRIN_BASE58 | ZZZZZZZZZZZ          | is above 2^64 - 1
            BWMARRIN_BASE2  | 102                  | has '2' at index 2: must be 0 and 1
            BWMARRIN_BASE64 | NDI                  | has 3 characters: must have 4 to 28, a multiple of 4
            BWMARRIN_BASE64 | NDJ=                 | ends in 'J', whose low 2 bits are not 0
            BWMARRIN_BASE64 | NDA0=NDI             | has '=' at index 4
            BWMARRIN_BASE64 | YWJj                 | is not base 64 of decimal digits
            BWMARRIN_BASE64 | MDQy                 | is base 64 of a number with a leading zero
            BWMARRIN_BASE64 | MTg0NDY3NDQwNzM3MDk1NTE2MTY= | is above 2^64 - 1
            BWMARRIN_BASE64 | OTIyMzM3MjAzNjg1NDc3NTgwOA== | is above 2^63 - 1
            JSON      | 5                        | has 1 characters: must have 2 double quotes at least
            JSON      | 55                       | has '5' at index 0: must be a double quote
            JSON      | "5                       | has '5' at index 1: must be a double quote
            JSON      | ""                       | has 0 characters
            """)
    void refusedOf64Bits(TextForm form, String text, String why) {
        refused(() -> form.longs().decode(text), text, why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CANONICAL | 1-2-3-4-5                               | has 9 characters: must have 36
            CANONICAL | 017f22e2-79b0-7cc3-98c4-dc0c0c07398     | has 35 characters
            CANONICAL | 017f22e279b07cc398c4dc0c0c07398f        | has 32 characters
            CANONICAL | {17f22e2-79b0-7cc3-98c4-dc0c0c07398f    | has '{' at index 0
            CANONICAL | 017f22e2-79b0-7cc3-98c4_dc0c0c07398f    | has '_' at index 23: must be a hyphen
            CANONICAL | 017f22e2-79b0-7cc3-98c4-dc0c0c07398g    | has 'g' at index 35
            CANONICAL | 017f22e2-79b0-7cc3-98c4--c0c0c07398f    | has '-' at index 24
            CROCKFORD | 80000000000000000000000000              | is above 2^128 - 1
            CROCKFORD | 7ZZZZZZZZZZZZZZZZZZZZZZZZ               | has 25 characters: must have 26
            ZBASE32   | yyyyyyyyyyyyyyyyyyyyyyyyyb              | ends in 'b', whose low 2 bits are not 0
            BASE36    | f5lxx1zz5pnorynqglhzmsp34               | is above 2^128 - 1
            BASE36    | zzzzzzzzzzzzzzzzzzzzzzzzz               | is above 2^128 - 1
            BASE58    | YcVfxkQb6JRzqk5kF2tNLw                  | is above 2^128 - 1
            BASE58    | zzzzzzzzzzzzzzzzzzzzzz                  | is above 2^128 - 1
            BASE62    | 7n42DGM5Tflk9n8mt7Fhc8                  | is above 2^128 - 1
            BASE62    | zzzzzzzzzzzzzzzzzzzzzz                  | is above 2^128 - 1
            BASE62    | zzzzzzzzzzzzz!zzzzzzzz                  | has '!' at index 13
            BASE64URL | AAAAAAAAAAAAAAAAAAAAAB                  | ends in 'B', whose low 4 bits are not 0
            DECIMAL   | 340282366920938463463374607431768211456 | is above 2^128 - 1
            DECIMAL   | 999999999999999999999999999999999999999 | is above 2^128 - 1
            DECIMAL   | 00                                      | has a leading zero
            """)
    void refusedOf128Bits(TextForm form, String text, String why) {
        refused(() -> form.uuids().decode(text), text, why);
    }

    @ParameterizedTest
    @EnumSource
    void characterBeyondLatinIsNotInTheAlphabet(TextForm form) {
        // Its low byte is '1', which decoders that look at no more would take.
        String text = form.longs().encode(Long.MAX_VALUE / 3).replaceFirst("[^\"]", "\u0131");
        refused(() -> form.longs().decode(text), text, "has U+0131 at index");
    }

    @Test
    void characterBeyondLatinIsRefusedAtAnyIndexOfAUuid() {
        String right = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
        for (int i = 0; i < right.length(); i++) {
            // Its low byte is the right character's.
            char wrong = (char) (right.charAt(i) + 0x100);
            String text = right.substring(0, i) + wrong + right.substring(i + 1);
            refused(() -> TextForm.CANONICAL.uuids().decode(text), text, "at index " + i + ": must be");
        }
    }

    @Test
    void negativeIdIsNotWritten() {
        assertThatThrownBy(() -> TextForm.BASE62.longs().encode(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id is -1: must not be negative");
    }

    @Test
    void idThatDoesNotFitAPaddedFormIsNotWritten() {
        LongText four = LongText.padded(4);
        assertThatThrownBy(() -> four.encode(10_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("id 10000 has more than 4 decimal digits");
        assertThatThrownBy(() -> TextForm.PADDED.longs().encodeUnsigned(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void paddedTakes1To20Digits() {
        for (int digits : List.of(0, 21, -1)) {
            assertThatThrownBy(() -> LongText.padded(digits))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("digits are " + digits + ": must be from 1 to 20");
        }
    }

    @Test
    void longTextIsCutInTheMessage() {
        String text = "7".repeat(5000);
        assertThatThrownBy(() -> TextForm.DECIMAL.longs().decode(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 5000 characters")
                .extracting(error -> error.getMessage().length())
                .satisfies(length ->
                        org.assertj.core.api.Assertions.assertThat((int) length).isLessThan(200));
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable decode, String text, String why) {
        assertThatThrownBy(decode)
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining(why);
    }
}
