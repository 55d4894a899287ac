package io.distid.text;

import java.util.Locale;

/**
 * The ways to write an id; {@link TextConfig} gives them to every strategy where it is opened.
 *
 * <p>All but {@link #DECIMAL}, {@link #CANONICAL} and {@link #JSON} of 64 bits, and those of bwmarrin have one length for all ids. Texts
 * sort as their ids do, compared character by character, where {@link LongText#sorts()} says so. Immutable.
 */
public enum TextForm {
    /** A UUID's 36 characters of RFC 9562 section 4, in lower case; decimal for 64 bits. Decoding takes either case. */
    CANONICAL,
    /** Decimal without leading zeros. Does not sort: 10 comes before 9. */
    DECIMAL,
    /** Decimal with leading zeros: 19 digits for 63 bits, 39 for 128. {@link LongText#padded(int)} takes another length. */
    PADDED,
    /** Hexadecimal, 16 or 32 lower-case digits. Decoding takes either case. */
    HEX,
    /**
     * Crockford's base 32, 13 upper-case characters (TSID's text) or 26 (ULID's). Decoding takes either case, {@code I} and
     * {@code L} as 1 and {@code O} as 0.
     *
     * @see <a href="https://www.crockford.com/base32.html">Base 32</a>
     * @see <a href="https://github.com/ulid/spec">ULID</a>
     */
    CROCKFORD,
    /**
     * z-base-32 of the bytes, 13 or 26 lower-case characters: easy to read out and to type. Does not sort.
     *
     * @see <a href="https://philzimmermann.com/docs/human-oriented-base-32-encoding.txt">Human-oriented base-32 encoding</a>
     */
    ZBASE32,
    /** Digits and lower-case letters, 13 or 25 of them. Decoding takes either case. */
    BASE36,
    /** Bitcoin's alphabet without 0, O, I and l, 11 or 22 characters with leading {@code 1}s. */
    BASE58,
    /** Digits, upper-case and lower-case letters, 11 or 22 of them. */
    BASE62,
    /** base64url of the bytes without padding (RFC 4648 section 5), 11 or 22 characters. Does not sort. */
    BASE64URL,
    /** The canonical text in double quotes: a JSON value that JavaScript does not round, as it does numbers above 2^53. */
    JSON,
    /**
     * The number in base 2, as {@code Base2()} of bwmarrin/snowflake. Does not sort.
     *
     * @see <a href="https://github.com/bwmarrin/snowflake">bwmarrin/snowflake</a>
     */
    BWMARRIN_BASE2,
    /** The number in z-base-32's digits, as {@code Base32()} of bwmarrin/snowflake. Does not sort. */
    BWMARRIN_BASE32,
    /** Digits and lower-case letters without leading zeros, as {@code Base36()} of bwmarrin/snowflake. Does not sort. */
    BWMARRIN_BASE36,
    /** The number in 58 digits with lower case first, as {@code Base58()} of bwmarrin/snowflake. Does not sort. */
    BWMARRIN_BASE58,
    /** Base 64 of the decimal digits, with padding, as {@code Base64()} of bwmarrin/snowflake. Does not sort. */
    BWMARRIN_BASE64;

    /** For 64-bit ids. */
    public LongText longs() {
        return TextCodecs.longs(this);
    }

    /** For UUIDs. */
    public UuidText uuids() {
        return TextCodecs.uuids(this);
    }

    /**
     * Whether texts of two ids may differ only in the case of a letter. Such texts are equal where case is ignored: in most collations of MySQL and
     * MariaDB, in some file systems, and for people.
     *
     * @return true for forms with both cases of a letter as two digits; false for base 64 of decimal digits, whose texts never differ only in case
     */
    public boolean isCaseSensitive() {
        return switch (this) {
            case BASE58, BASE62, BASE64URL, BWMARRIN_BASE58 -> true;
            default -> false;
        };
    }

    /** The name in configurations, such as {@code base62} or {@code bwmarrin-base58}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static TextForm named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
