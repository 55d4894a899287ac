package io.distid.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The ways to write an id.
 *
 * <p>All but {@link #DECIMAL}, and {@link #CANONICAL} and {@link #JSON} of 64 bits, have one length for all ids. Texts sort as
 * their ids do, compared character by character, where {@link LongText#sorts()} says so.
 */
public enum TextForm {
    /** A UUID's 36 characters of RFC 9562 section 4, in lower case; decimal for 64 bits. Decoding takes either case. */
    CANONICAL(Decimal.SHORTEST, new CanonicalUuid()),
    /** Decimal without leading zeros. Does not sort: 10 comes before 9. */
    DECIMAL(Decimal.SHORTEST, Decimal.SHORTEST),
    /** Decimal with leading zeros: 19 digits for 63 bits, 39 for 128. {@link LongText#padded(int)} takes another length. */
    PADDED(new Decimal(19), new Decimal(39)),
    /** Hexadecimal, 16 or 32 lower-case digits. Decoding takes either case. */
    HEX(new Hex()),
    /**
     * Crockford's base 32, 13 upper-case characters (TSID's text) or 26 (ULID's). Decoding takes either case, {@code I} and
     * {@code L} as 1 and {@code O} as 0.
     *
     * @see <a href="https://www.crockford.com/base32.html">Base 32</a>
     * @see <a href="https://github.com/ulid/spec">ULID</a>
     */
    CROCKFORD(new Base32("crockford", Alphabet.CROCKFORD, false)),
    /**
     * z-base-32 of the bytes, 13 or 26 lower-case characters: easy to read out and to type. Does not sort.
     *
     * @see <a href="https://philzimmermann.com/docs/human-oriented-base-32-encoding.txt">Human-oriented base-32 encoding</a>
     */
    ZBASE32(new Base32("zbase32", Alphabet.ZBASE32, true)),
    /** Digits and lower-case letters, 13 or 25 of them. Decoding takes either case. */
    BASE36(new Radix("base36", Alphabet.BASE36, 13, 25)),
    /** Bitcoin's alphabet without 0, O, I and l, 11 or 22 characters with leading {@code 1}s. */
    BASE58(new Radix("base58", Alphabet.BASE58, 11, 22)),
    /** Digits, upper-case and lower-case letters, 11 or 22 of them. */
    BASE62(new Radix("base62", Alphabet.BASE62, 11, 22)),
    /** base64url of the bytes without padding (RFC 4648 section 5), 11 or 22 characters. Does not sort. */
    BASE64URL(new Base64Url()),
    /** The canonical text in double quotes: a JSON value that JavaScript does not round, as it does numbers above 2^53. */
    JSON(new Quoted(Decimal.SHORTEST), new Quoted(new CanonicalUuid()));

    private final LongText longs;
    private final UuidText uuids;

    TextForm(Form both) {
        this(both, both);
    }

    TextForm(Form longs, Form uuids) {
        this.longs = new LongText(longs);
        this.uuids = new UuidText(uuids);
    }

    /**
     * For 64-bit ids.
     *
     * @return encodes and decodes
     */
    public LongText longs() {
        return longs;
    }

    /**
     * For UUIDs.
     *
     * @return encodes and decodes
     */
    public UuidText uuids() {
        return uuids;
    }

    /** The name in configurations. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    static TextForm named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    static List<String> names() {
        return Arrays.stream(values()).map(TextForm::toString).toList();
    }
}
