package io.distid.text;

import java.util.UUID;

/** The text of RFC 9562 section 4, in 8-4-4-4-12 hexadecimal digits. Stricter than {@link UUID#fromString}: no digit may be missing. */
final class CanonicalUuid extends TextCodec {
    private static final int LENGTH = 36;

    CanonicalUuid() {
        super("UUID", 0, LENGTH, true);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        throw new UnsupportedOperationException("a UUID has 128 bits, not 64");
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        // The next write replaces the last of each 8 characters.
        Hex.PAIRS.writeEight(high >>> 32, to, at);
        Pairs.write('-' | Hex.PAIRS.four(high >>> 16) << 8 | (long) '-' << 40, to, at + 8);
        Pairs.write(Hex.PAIRS.four(high) | (long) '-' << 32, to, at + 14);
        Pairs.write(Hex.PAIRS.four(low >>> 48) | (long) '-' << 32, to, at + 19);
        Hex.PAIRS.writeEight(low >>> 16, to, at + 24);
        Pairs.write(Hex.PAIRS.four(low), to, at + 32);
        return at + LENGTH;
    }

    @Override
    long readLong(String text, int from, int to) {
        throw new UnsupportedOperationException("a UUID has 128 bits, not 64");
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        if (to - from != LENGTH) {
            throw wrongLength(text, from, to, "36: 8-4-4-4-12 hexadecimal digits");
        }
        int a = Hex.read16(text, from);
        int b = Hex.read16(text, from + 4);
        int c = Hex.read16(text, from + 9);
        int d = Hex.read16(text, from + 14);
        int e = Hex.read16(text, from + 19);
        int f = Hex.read16(text, from + 24);
        int g = Hex.read16(text, from + 28);
        int h = Hex.read16(text, from + 32);
        int hyphens = text.charAt(from + 8) ^ '-'
                | text.charAt(from + 13) ^ '-'
                | text.charAt(from + 18) ^ '-'
                | text.charAt(from + 23) ^ '-';
        if (hyphens != 0 || (a | b | c | d | e | f | g | h) < 0) {
            throw wrongCharacter(text, from);
        }
        return new UUID(
                (long) a << 48 | (long) b << 32 | (long) c << 16 | d,
                (long) e << 48 | (long) f << 32 | (long) g << 16 | h);
    }

    /** The error for a text with at least one wrong character. */
    private IllegalArgumentException wrongCharacter(String text, int from) {
        int i = 0;
        while (isHyphen(i) ? text.charAt(from + i) == '-' : Alphabet.HEX.digit(text.charAt(from + i)) >= 0) {
            i++;
        }
        return wrongCharacter(text, from + i, isHyphen(i) ? "a hyphen" : Alphabet.HEX.toString());
    }

    private static boolean isHyphen(int i) {
        return i == 8 || i == 13 || i == 18 || i == 23;
    }
}
