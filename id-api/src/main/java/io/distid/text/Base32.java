package io.distid.text;

import java.util.UUID;

/**
 * Five bits a character. Neither 64 nor 128 is a multiple of 5. If a text stands for a number, as in Crockford's form, the first character holds
 * fewer bits. If it stands for bytes, as in z-base-32, the last character holds fewer bits, and its low bits are 0.
 */
final class Base32 extends TextCodec {
    private static final int LONG_LENGTH = 13;
    static final int UUID_LENGTH = 26;

    private final Alphabet alphabet;
    private final Pairs pairs;
    /** The number of low bits of the last character that are 0. */
    private final int longSlack;

    private final int uuidSlack;

    Base32(String name, Alphabet alphabet, boolean ofBytes) {
        super(name, LONG_LENGTH, UUID_LENGTH, alphabet.ascends());
        this.alphabet = alphabet;
        this.pairs = alphabet.pairs();
        this.longSlack = ofBytes ? 1 : 0;
        this.uuidSlack = ofBytes ? 2 : 0;
    }

    boolean isCrockford() {
        return alphabet == Alphabet.CROCKFORD;
    }

    @Override
    int write(long bits, byte[] to, int at) {
        // 65 bits in parts of 40, 20 and 5. The slack is the lowest or the highest bit.
        pairs.writeEight(bits >>> 25 - longSlack, to, at);
        long rest = bits << longSlack;
        Pairs.write(pairs.four(rest >>> 5) | pairs.one(rest & 31) << 32, to, at + 8);
        return at + LONG_LENGTH;
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        // 130 bits: 40 and 40 and 40 and 10.
        pairs.writeEight(high >>> 26 - uuidSlack, to, at);
        pairs.writeEight(high << 14 + uuidSlack | low >>> 50 - uuidSlack, to, at + 8);
        pairs.writeEight(low >>> 10 - uuidSlack, to, at + 16);
        Pairs.write(pairs.two(low << uuidSlack), to, at + 24);
        return at + UUID_LENGTH;
    }

    @Override
    long readLong(String text, int from, int to) {
        requireExactly(text, from, to, LONG_LENGTH);
        int first = alphabet.digit(text.charAt(from));
        int a = read20(text, from + 1);
        int b = read20(text, from + 5);
        int c = read20(text, from + 9);
        requireSound(first | a | b | c, first >>> 4 + longSlack, c, longSlack, text, from, to);
        long upper = (long) first << 40 | (long) a << 20 | b;
        return upper << 20 - longSlack | c >>> longSlack;
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireExactly(text, from, to, UUID_LENGTH);
        int first = read10(text, from);
        int a = read20(text, from + 2);
        int b = read20(text, from + 6);
        int c = read20(text, from + 10);
        int d = read20(text, from + 14);
        int e = read20(text, from + 18);
        int f = read20(text, from + 22);
        requireSound(first | a | b | c | d | e | f, first >>> 8 + uuidSlack, f, uuidSlack, text, from, to);
        // c holds bits 60 to 79 (less the slack), so it belongs to both halves.
        long high = (long) first << 56 - uuidSlack
                | (long) a << 36 - uuidSlack
                | (long) b << 16 - uuidSlack
                | c >>> 4 + uuidSlack;
        long low =
                (long) c << 60 - uuidSlack | (long) d << 40 - uuidSlack | (long) e << 20 - uuidSlack | f >>> uuidSlack;
        return new UUID(high, low);
    }

    private int read10(String text, int at) {
        return alphabet.digit(text.charAt(at)) << 5 | alphabet.digit(text.charAt(at + 1));
    }

    private int read20(String text, int at) {
        return read10(text, at) << 10 | read10(text, at + 2);
    }

    private void requireSound(int checked, int over, int last, int slack, String text, int from, int to) {
        if (checked < 0) {
            throw wrongCharacter(text, from, to, alphabet);
        }
        if (over != 0) {
            throw overflow(text, to - from == LONG_LENGTH ? 64 : 128);
        }
        if ((last & (1 << slack) - 1) != 0) {
            throw nonZeroEnd(text, to, slack);
        }
    }
}
