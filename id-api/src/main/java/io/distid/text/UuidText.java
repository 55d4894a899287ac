package io.distid.text;

import java.time.InstantSource;
import java.util.UUID;

/**
 * Writes and reads UUIDs, or any 128 bits, in one form.
 *
 * <p>Decoding is strict (but see {@link #lenient()}): a text that encoding would not have written (but for the case of letters, where a form allows that, and I, L and O, which Crockford's base 32 reads as digits) is
 * refused by an {@link IllegalArgumentException} that shows it, says what is wrong with it and what is allowed: length,
 * alphabet, overflow. Version and variant are not looked at.
 *
 * <p>Safe for use by any number of threads. Encoding allocates nothing but the text, decoding nothing but the UUID.
 */
public final class UuidText {
    private final TextCodec form;
    private final Decorations decorations;
    /** Whether this is the JDK's own text, which the JDK makes without a copy. */
    private final boolean isJdks;

    UuidText(TextCodec form) {
        this(form, Decorations.NONE);
    }

    private UuidText(TextCodec form, Decorations decorations) {
        this.form = form;
        this.decorations = decorations;
        this.isJdks = form.strict() instanceof CanonicalUuid && decorations == Decorations.NONE;
    }

    /**
     * Writes a UUID.
     *
     * @param uuid any
     * @return its text
     */
    public String encode(UUID uuid) {
        if (isJdks) {
            return uuid.toString();
        }
        return encode(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /**
     * Writes 128 bits.
     *
     * @param high the upper half
     * @param low the lower half
     * @return their text
     */
    public String encode(long high, long low) {
        byte[] buffer = Buffers.mine();
        return Decorations.text(buffer, form.write(high, low, buffer, decorations.write(buffer)));
    }

    /**
     * Reads a UUID.
     *
     * @param text of this form
     * @return the UUID
     * @throws IllegalArgumentException if the text is malformed, or stands for more than {@code 2^128 - 1}
     */
    public UUID decode(String text) {
        return form.readUuid(text, decorations.read(text), text.length());
    }

    /**
     * The same with a fixed text before it, such as {@code ord_}.
     *
     * @param prefix 1 to 63 of {@code A-Z a-z 0-9 . _ ~ -}; part of what decoding demands
     * @return writes the prefix before everything this one writes
     * @throws IllegalArgumentException if the prefix has other characters, or the whole is too long
     */
    public UuidText prefixed(String prefix) {
        return new UuidText(form, decorations.with(Prefix.of(prefix), form.uuidLength()));
    }

    /**
     * The same with the day of encoding before it, in UTC as {@code yyyyMMdd}.
     *
     * @param clock tells the day
     * @return writes the day before everything this one writes; decoding checks that it is a day and drops it. Encoding throws an
     *     {@link io.distid.IdsExhaustedException} if the clock shows a year that has not four digits
     * @throws IllegalArgumentException if the whole is too long
     */
    public UuidText dated(InstantSource clock) {
        return new UuidText(form, decorations.with(new DatePrefix(clock), form.uuidLength()));
    }

    /**
     * The same, reading what people add to ids, too: {@code urn:uuid:} (RFC 9562 section 4) or braces around the canonical text,
     * hyphens anywhere in Crockford's base 32, as its author allows. Writes as before; the other forms have nothing to be
     * lenient about, and stay strict.
     *
     * @return decodes more, at the cost of an allocation
     */
    public UuidText lenient() {
        return new UuidText(LenientCodec.of(form), decorations);
    }

    /**
     * The length of the longest text.
     *
     * @return in characters, prefixes included
     */
    public int maxLength() {
        return decorations.length() + form.uuidLength();
    }

    /**
     * Whether texts, compared character by character, sort as the unsigned bits do; with a date, those of one day.
     *
     * @return whether the order is kept
     */
    public boolean sorts() {
        return form.sorts();
    }
}
