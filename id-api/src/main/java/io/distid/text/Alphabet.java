package io.distid.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The characters of a form, in the order of the digits they stand for. */
final class Alphabet {
    static final Alphabet DECIMAL = new Alphabet("0123456789", "0-9");
    static final Alphabet HEX = new Alphabet("0123456789abcdef", "0-9, a-f, A-F").anyCase();
    static final Alphabet CROCKFORD = new Alphabet("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "0-9, A-Z but U, in either case")
            .alias('I', '1')
            .alias('L', '1')
            .alias('O', '0')
            .anyCase();
    /** Crockford's digits in lower case; readers accept no other spelling. */
    static final Alphabet CROCKFORD_LOWER =
            new Alphabet("0123456789abcdefghjkmnpqrstvwxyz", "0-9, a-z but i, l, o and u");

    static final Alphabet ZBASE32 = new Alphabet("ybndrfg8ejkmcpqxot1uwisza345h769", "1, 3-9, a-z but l and v");
    static final Alphabet BASE36 = new Alphabet("0123456789abcdefghijklmnopqrstuvwxyz", "0-9, a-z, A-Z").anyCase();
    static final Alphabet BASE58 = new Alphabet(
            "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", "1-9, A-Z but I and O, a-z but l");
    static final Alphabet BASE62 =
            new Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "0-9, A-Z, a-z");
    static final Alphabet BINARY = new Alphabet("01", "0 and 1");
    /** The alphabet of bwmarrin/snowflake, with lower case first. */
    static final Alphabet BWMARRIN_BASE58 = new Alphabet(
            "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", "1-9, a-z but l, A-Z but I and O");

    static final Alphabet BASE64 =
            new Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "A-Z, a-z, 0-9, + and /");
    static final Alphabet BASE64URL =
            new Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", "A-Z, a-z, 0-9, - and _");

    private final String description;
    final byte[] characters;
    private final byte[] digits = new byte[256];

    private Alphabet(String characters, String description) {
        this.characters = characters.getBytes(StandardCharsets.ISO_8859_1);
        this.description = description;
        Arrays.fill(digits, (byte) -1);
        for (int digit = 0; digit < this.characters.length; digit++) {
            digits[this.characters[digit]] = (byte) digit;
        }
    }

    /** The digit of a character, or a negative number. */
    int digit(char character) {
        return digit(digits, character);
    }

    /** The same by a table of {@link #digits}. Without a branch, so that a decoder can check all digits at once. */
    static int digit(byte[] digits, char character) {
        return digits[character & 0xFF] | -(character >>> 8);
    }

    /** The digit of each of the first 256 characters, or a negative number. */
    byte[] digits() {
        return digits.clone();
    }

    Pairs pairs() {
        return new Pairs(characters);
    }

    int size() {
        return characters.length;
    }

    /** Whether texts of one length sort as their numbers do. */
    boolean ascends() {
        byte[] sorted = characters.clone();
        Arrays.sort(sorted);
        return Arrays.equals(sorted, characters);
    }

    @Override
    public String toString() {
        return description;
    }

    private Alphabet alias(char alias, char character) {
        digits[alias] = digits[character];
        return this;
    }

    private Alphabet anyCase() {
        for (char c = 'A'; c <= 'Z'; c++) {
            char lower = Character.toLowerCase(c);
            byte digit = (byte) Math.max(digits[c], digits[lower]);
            digits[c] = digit;
            digits[lower] = digit;
        }
        return this;
    }
}
