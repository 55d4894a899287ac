package io.distid.text;

import java.util.UUID;

/** Six bits a character, of the bytes: the last character holds fewer, and its low bits are 0. */
final class Base64Url extends TextCodec {
    private static final int LONG_LENGTH = 11;
    private static final int LONG_SLACK = 2;
    private static final int UUID_LENGTH = 22;
    private static final int UUID_SLACK = 4;
    private static final Alphabet ALPHABET = Alphabet.BASE64URL;
    private static final Pairs PAIRS = ALPHABET.pairs();

    Base64Url() {
        super("base64url", LONG_LENGTH, UUID_LENGTH, false);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        // 66 bits, with 2 of 0 at the end: 48 and 12 and 6.
        PAIRS.writeEight(bits >>> 16, to, at);
        long rest = bits << LONG_SLACK;
        Pairs.write(PAIRS.two(rest >>> 6) | PAIRS.one(rest & 63) << 16, to, at + 8);
        return at + LONG_LENGTH;
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        // 132 bits, with 4 of 0 at the end: 48 and 48 and 24 and 12.
        PAIRS.writeEight(high >>> 16, to, at);
        PAIRS.writeEight(high << 32 | low >>> 32, to, at + 8);
        long rest = low << UUID_SLACK;
        Pairs.write(PAIRS.four(rest >>> 12) | PAIRS.two(rest) << 32, to, at + 16);
        return at + UUID_LENGTH;
    }

    @Override
    long readLong(String text, int from, int to) {
        requireExactly(text, from, to, LONG_LENGTH);
        int first = read18(text, from);
        int a = read24(text, from + 3);
        int b = read24(text, from + 7);
        requireSound(first | a | b, b, LONG_SLACK, text, from, to);
        return (long) first << 46 | (long) a << 22 | b >>> LONG_SLACK;
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireExactly(text, from, to, UUID_LENGTH);
        int a = read24(text, from);
        int b = read24(text, from + 4);
        int c = read18(text, from + 8);
        int d = read18(text, from + 11);
        int e = read24(text, from + 14);
        int f = read24(text, from + 18);
        requireSound(a | b | c | d | e | f, f, UUID_SLACK, text, from, to);
        return new UUID(
                (long) a << 40 | (long) b << 16 | c >>> 2,
                (long) c << 62 | (long) d << 44 | (long) e << 20 | f >>> UUID_SLACK);
    }

    private static int read18(String text, int at) {
        return ALPHABET.digit(text.charAt(at)) << 12
                | ALPHABET.digit(text.charAt(at + 1)) << 6
                | ALPHABET.digit(text.charAt(at + 2));
    }

    private static int read24(String text, int at) {
        return read18(text, at) << 6 | ALPHABET.digit(text.charAt(at + 3));
    }

    private void requireSound(int checked, int last, int slack, String text, int from, int to) {
        if (checked < 0) {
            throw wrongCharacter(text, from, to, ALPHABET);
        }
        if ((last & (1 << slack) - 1) != 0) {
            throw nonZeroEnd(text, to, slack);
        }
    }
}
