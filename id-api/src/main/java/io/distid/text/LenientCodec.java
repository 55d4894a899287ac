package io.distid.text;

import java.util.UUID;

/**
 * Takes off what people write into ids before the strict form reads. A codec of its own, so that strict reading does not ask
 * for each text whether it is to be strict.
 */
final class LenientCodec extends TextCodec {
    private static final String URN = "urn:uuid:";

    private final TextCodec strict;

    private LenientCodec(TextCodec strict) {
        super(strict.toString(), strict.longLength(), strict.uuidLength(), strict.sorts());
        this.strict = strict;
    }

    /** The same form, lenient; itself if its users add nothing, or if it is lenient already. */
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

    /** The strict form's error shows, and counts in, what it was given: the text as it was given here belongs to it. */
    private static IllegalArgumentException ofPlain(String text, IllegalArgumentException e) {
        return new IllegalArgumentException(shown(text) + " is read without what is added to it: " + e.getMessage(), e);
    }

    /** A text as its form writes it, if all that is wrong with it is what the form's users add. */
    private String plain(String text) {
        if (strict instanceof CanonicalUuid) {
            return text.startsWith("{") && text.endsWith("}")
                    ? text.substring(1, text.length() - 1)
                    : text.regionMatches(true, 0, URN, 0, URN.length()) ? text.substring(URN.length()) : text;
        }
        return text.replace("-", "");
    }
}
