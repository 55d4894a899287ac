package io.distid.text;

import java.time.InstantSource;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Writes and reads 64-bit ids in one form.
 *
 * <p>Decoding is strict, except in {@link #lenient()}: it refuses a text that encoding would not write. Some forms read letters of either case, and
 * Crockford's base 32 reads I, L and O as digits. The {@link IllegalArgumentException} shows the text, what is wrong with it, and what is allowed:
 * length, alphabet, sign, overflow.
 *
 * <p>Safe for use by any number of threads. In the forms of {@link TextForm} encoding allocates nothing but the text, decoding nothing.
 */
public final class LongText {
    private final TextCodec form;
    private final Decorations decorations;

    LongText(TextCodec form) {
        this(form, Decorations.NONE);
    }

    private LongText(TextCodec form, Decorations decorations) {
        this.form = form;
        this.decorations = decorations;
    }

    /**
     * Decimal of a fixed length with leading zeros, which sorts as the ids do.
     *
     * @param digits from 1 to 20; encoding refuses ids that have more
     * @throws IllegalArgumentException if the number of digits is out of range
     */
    public static LongText padded(int digits) {
        if (digits < 1 || digits > 20) {
            throw new IllegalArgumentException("digits are " + digits + ": must be from 1 to 20");
        }
        return new LongText(new Decimal(digits));
    }

    /**
     * Ids with their type in front, such as {@code ord_01226n0640j7k}: the prefix, an underscore, and 13 lower-case characters of Crockford's base
     * 32. Reads no other spelling. This is the form of {@linkplain UuidText#typeId TypeID} for 63 bits, which TypeID itself does not have.
     *
     * @param prefix as {@link UuidText#typeId(String)} takes it
     * @throws IllegalArgumentException if the prefix has another form
     */
    public static LongText typed(String prefix) {
        return new LongText(new Base32("typed", Alphabet.CROCKFORD_LOWER, false), TypePrefix.decorations(prefix));
    }

    /**
     * Ids that reveal nothing without the key. Each is one block of AES, in 26 lower-case characters of Crockford's base 32. The block is the id as a
     * number of 128 bits. Decoding refuses a text that was not made with one of the keys, with an error of 1 in 2^64 texts.
     *
     * <p>It hides time, order, worker id and number of the ids. It does not hide that two texts are equal, and it is no access control.
     *
     * @param keys of 16 or 32 bytes each, which are copied; the first one encodes, all of them decode
     * @throws IllegalArgumentException if there is no key, or one has another length
     */
    public static LongText opaque(List<byte[]> keys) {
        return new LongText(new OpaqueCodec(keys));
    }

    /**
     * A form of another library.
     *
     * @param name what messages call it, such as {@code sqids}
     * @param maxLength of a text in characters, from 1 to 128
     * @param encode makes the text of an id, in ASCII
     * @param decode reads a text, and throws an {@link IllegalArgumentException} for one that {@code encode} does not make
     * @return encodes and decodes; its texts do not sort
     * @throws IllegalArgumentException if the length is out of range
     */
    public static LongText of(String name, int maxLength, LongFunction<String> encode, ToLongFunction<String> decode) {
        return new LongText(OtherCodec.ofLongs(name, maxLength, encode, decode));
    }

    /**
     * Writes an id.
     *
     * @param id from 0 to {@link Long#MAX_VALUE}
     * @throws IllegalArgumentException if the id is negative, or has more digits than a padded form
     */
    public String encode(long id) {
        if (id < 0) {
            throw new IllegalArgumentException(
                    "id is " + id + ": must not be negative (encodeUnsigned takes it as 64 bits without a sign)");
        }
        return encodeUnsigned(id);
    }

    /**
     * Reads an id.
     *
     * @return from 0 to {@link Long#MAX_VALUE}
     * @throws IllegalArgumentException if the text is malformed, or stands for more than {@link Long#MAX_VALUE}
     */
    public long decode(String text) {
        long id = decodeUnsigned(text);
        if (id < 0) {
            throw form.overflow(text, 63);
        }
        return id;
    }

    /**
     * Writes 64 bits as a number without a sign.
     *
     * @throws IllegalArgumentException if the number has more digits than a padded form
     */
    public String encodeUnsigned(long bits) {
        byte[] buffer = Buffers.mine();
        return Decorations.text(buffer, form.write(bits, buffer, decorations.write(buffer)));
    }

    /**
     * Reads a number of 64 bits without a sign.
     *
     * @return its bits; negative if the number is above {@link Long#MAX_VALUE}
     * @throws IllegalArgumentException if the text is malformed, or stands for more than {@code 2^64 - 1}
     */
    public long decodeUnsigned(String text) {
        return form.readLong(text, decorations.read(text), text.length());
    }

    /**
     * The same form with a fixed text before it, such as {@code ord_}.
     *
     * @param prefix 1 to 63 of {@code A-Z a-z 0-9 . _ ~ -}; part of what decoding demands
     * @return writes the prefix before every text of this form
     * @throws IllegalArgumentException if the prefix has other characters, or the whole is too long
     */
    public LongText prefixed(String prefix) {
        return new LongText(form, decorations.with(Prefix.of(prefix), form.longLength()));
    }

    /**
     * The same with the day of encoding before it, in UTC as {@code yyyyMMdd}.
     *
     * @return writes the day before everything this one writes; decoding checks that it is a day and drops it. Encoding throws an
     *     {@link io.distid.IdsExhaustedException} if the clock shows a year that has not four digits
     * @throws IllegalArgumentException if the whole is too long
     */
    public LongText dated(InstantSource clock) {
        return new LongText(form, decorations.with(new DatePrefix(clock), form.longLength()));
    }

    /**
     * The same form, which also accepts characters that people add to ids: hyphens anywhere in Crockford's base 32, as its author allows. It writes
     * as before. The other forms stay strict.
     *
     * @return decodes more, at the cost of an allocation
     */
    public LongText lenient() {
        return new LongText(LenientCodec.of(form), decorations);
    }

    /**
     * The length of the longest text of 64 bits without a sign.
     *
     * @return in characters, prefixes included
     */
    public int maxLength() {
        return decorations.length() + form.longLength();
    }

    /**
     * The length of the longest text of ids with at most so many bits. It is the length for {@code 2^bits - 1}, since no smaller id has a longer
     * text.
     *
     * @param bits as of {@link io.distid.IdTraits#bits()}, from 1 to 63
     * @return in characters, prefixes included; equal to {@link #maxLength()} if all texts have one length
     * @throws IllegalArgumentException if bits are out of range
     */
    public int maxLength(int bits) {
        if (bits < 1 || bits > 63) {
            throw new IllegalArgumentException("bits are " + bits + ": must be from 1 to 63");
        }
        return decorations.length() + form.longLength(bits);
    }

    /** Whether texts, compared character by character, sort as the unsigned ids do; with a date, those of one day. */
    public boolean sorts() {
        return form.sorts();
    }
}
