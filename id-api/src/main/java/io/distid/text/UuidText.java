package io.distid.text;

import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Writes and reads UUIDs, or any 128 bits, in one form.
 *
 * <p>Decoding is strict, except in {@link #lenient()}: it refuses a text that encoding would not write. Some forms read letters of either case, and
 * Crockford's base 32 reads I, L and O as digits. The {@link IllegalArgumentException} shows the text, what is wrong with it, and what is allowed:
 * length, alphabet, overflow. Version and variant are not checked.
 *
 * <p>Safe for use by any number of threads. In the forms of {@link TextForm} encoding allocates nothing but the text, decoding nothing but the UUID.
 */
public final class UuidText {
    private final TextCodec form;
    private final Decorations decorations;
    /** Whether this is the JDK's own text, which the JDK makes without an extra copy. */
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
     * TypeID of its specification 0.3, such as {@code user_01h455vb4pex5vsknk084sn02q}: the prefix, an underscore, and 26 lower-case characters of
     * Crockford's base 32. Reads no other spelling.
     *
     * @param prefix 1 to 63 lower-case letters and underscores, without an underscore at either end. If it is empty, the text has no underscore.
     * @throws IllegalArgumentException if the prefix has another form
     * @see <a href="https://github.com/jetify-com/typeid/tree/main/spec">TypeID</a>
     */
    public static UuidText typeId(String prefix) {
        return new UuidText(new Base32("typeid", Alphabet.CROCKFORD_LOWER, false), TypePrefix.decorations(prefix));
    }

    /**
     * UUIDs that reveal nothing without the key. Each is one block of AES, in 26 lower-case characters of Crockford's base 32.
     *
     * <p>The UUID fills the block, so there is no room for a check. Decoding reads another UUID from a text that was changed, or made with another
     * key.
     *
     * @param key 16 or 32 bytes, which are copied
     * @throws IllegalArgumentException if the key has another length
     */
    public static UuidText opaque(byte[] key) {
        return new UuidText(new OpaqueCodec(List.of(key)));
    }

    /**
     * A form of another library.
     *
     * @param name what messages call it
     * @param maxLength of a text in characters, from 1 to 128
     * @param encode makes the text of a UUID, in ASCII
     * @param decode reads a text, and throws an {@link IllegalArgumentException} for one that {@code encode} does not make
     * @return encodes and decodes; its texts do not sort
     * @throws IllegalArgumentException if the length is out of range
     */
    public static UuidText of(
            String name, int maxLength, Function<UUID, String> encode, Function<String, UUID> decode) {
        return new UuidText(OtherCodec.ofUuids(name, maxLength, encode, decode));
    }

    /** Writes a UUID. */
    public String encode(UUID uuid) {
        if (isJdks) {
            return uuid.toString();
        }
        return encode(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /** Writes 128 bits. */
    public String encode(long high, long low) {
        byte[] buffer = Buffers.mine();
        return Decorations.text(buffer, form.write(high, low, buffer, decorations.write(buffer)));
    }

    /**
     * Reads a UUID.
     *
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

    /** Whether texts, compared character by character, sort as the unsigned bits do; with a date, those of one day. */
    public boolean sorts() {
        return form.sorts();
    }
}
