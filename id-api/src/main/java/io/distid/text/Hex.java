package io.distid.text;

import java.util.UUID;

/** Hexadecimal digits of a fixed number. */
final class Hex extends TextCodec {
    private static final Alphabet ALPHABET = Alphabet.HEX;
    static final Pairs PAIRS = ALPHABET.pairs();
    /** A constant, so that the compiler knows its length and leaves out the check of each index. */
    private static final byte[] DIGITS = ALPHABET.digits();

    Hex() {
        super("hex", 16, 32, true);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        PAIRS.writeEight(bits >>> 32, to, at);
        PAIRS.writeEight(bits, to, at + 8);
        return at + 16;
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        return write(low, to, write(high, to, at));
    }

    @Override
    long readLong(String text, int from, int to) {
        requireExactly(text, from, to, 16);
        return read64(text, from, from, to);
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireExactly(text, from, to, 32);
        return new UUID(read64(text, from, from, to), read64(text, from + 16, from, to));
    }

    /** The number of 4 digits, or a negative one if some are none. */
    static int read16(String text, int at) {
        return Alphabet.digit(DIGITS, text.charAt(at)) << 12
                | Alphabet.digit(DIGITS, text.charAt(at + 1)) << 8
                | Alphabet.digit(DIGITS, text.charAt(at + 2)) << 4
                | Alphabet.digit(DIGITS, text.charAt(at + 3));
    }

    private long read64(String text, int at, int from, int to) {
        int a = read16(text, at);
        int b = read16(text, at + 4);
        int c = read16(text, at + 8);
        int d = read16(text, at + 12);
        if ((a | b | c | d) < 0) {
            throw wrongCharacter(text, from, to, ALPHABET);
        }
        return (long) a << 48 | (long) b << 32 | (long) c << 16 | d;
    }
}
