package io.distid.text;

import java.util.UUID;

/**
 * Removes characters that people add to ids, and then lets the strict form read. A codec of its own, so that strict reading need not check a flag for
 * each text.
 */
final class LenientCodec extends TextCodec {
    private static final String URN = "urn:uuid:";

    private final TextCodec strict;

    private LenientCodec(TextCodec strict) {
        super(strict.toString(), strict.longLength(), strict.uuidLength(), strict.sorts());
        this.strict = strict;
    }

    /** The lenient form of a form; the form itself if people add nothing to it, or if it is lenient already. */
    static TextCodec of(TextCodec form) {
        boolean hasSpellings = form instanceof CanonicalUuid || form instanceof Base32 base32 && base32.isCrockford();
        return hasSpellings ? new LenientCodec(form) : form;
    }

    @Override
    TextCodec strict() {
        return strict;
    }

    @Override
    int longLength(int bits) {
        return strict.longLength(bits);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        return strict.write(bits, to, at);
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        return strict.write(high, low, to, at);
    }

    @Override
    long readLong(String text, int from, int to) {
        String plain = plain(text.substring(from, to));
        if (plain.length() == to - from) {
            return strict.readLong(text, from, to);
        }
        try {
            return strict.readLong(plain, 0, plain.length());
        } catch (IllegalArgumentException e) {
            throw ofPlain(text, e);
        }
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        String plain = plain(text.substring(from, to));
        if (plain.length() == to - from) {
            return strict.readUuid(text, from, to);
        }
        try {
            return strict.readUuid(plain, 0, plain.length());
        } catch (IllegalArgumentException e) {
            throw ofPlain(text, e);
        }
    }

    /** Adds the original text, since the strict form's error shows, and counts positions in, the cleaned text. */
    private static IllegalArgumentException ofPlain(String text, IllegalArgumentException e) {
        return new IllegalArgumentException(
                shown(text) + " is read without prefix, braces and hyphens: " + e.getMessage(), e);
    }

    /** The text as the form writes it, without the characters that people add. */
    private String plain(String text) {
        if (strict instanceof CanonicalUuid) {
            return text.startsWith("{") && text.endsWith("}")
                    ? text.substring(1, text.length() - 1)
                    : text.regionMatches(true, 0, URN, 0, URN.length()) ? text.substring(URN.length()) : text;
        }
        return text.replace("-", "");
    }
}
