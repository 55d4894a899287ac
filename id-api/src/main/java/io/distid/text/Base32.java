package io.distid.text;

import java.util.UUID;

/**
 * Five bits a character. Neither 64 nor 128 is a multiple of 5: where a text stands for a number, as in Crockford's, the first
 * character holds fewer bits; where it stands for bytes, as in z-base-32, the last one does, and its low bits are 0.
 */
final class Base32 extends Form {
    private static final int LONG_LENGTH = 13;
    private static final int UUID_LENGTH = 26;
    private static final int PAIR = 0x3FF;

    private final Alphabet alphabet;
    private final Pairs pairs;
    /** The low bits of the last character that are 0. */
    private final int longSlack;

    private final int uuidSlack;

    Base32(String name, Alphabet alphabet, boolean ofBytes) {
        super(name);
        this.alphabet = alphabet;
        this.pairs = alphabet.pairs();
        this.longSlack = ofBytes ? 1 : 0;
        this.uuidSlack = ofBytes ? 2 : 0;
    }

    @Override
    int longLength() {
        return LONG_LENGTH;
    }

    @Override
    int uuidLength() {
        return UUID_LENGTH;
    }

    @Override
    boolean sorts() {
        return alphabet.ascends();
    }

    @Override
    int write(long bits, byte[] to, int at) {
        long rest = bits >>> 10 - longSlack;
        to[at] = alphabet.character((int) (rest >>> 50));
        write50(rest, to, at + 1);
        pairs.write((int) (bits << longSlack) & PAIR, to, at + 11);
        return at + LONG_LENGTH;
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        long upper = high >>> 6 - uuidSlack;
        pairs.write((int) (high >>> 56 - uuidSlack), to, at);
        write50(upper, to, at + 2);
        pairs.write((int) (high << 4 + uuidSlack | low >>> 60 - uuidSlack) & PAIR, to, at + 12);
        write50(low >>> 10 - uuidSlack, to, at + 14);
        pairs.write((int) (low << uuidSlack) & PAIR, to, at + 24);
        return at + UUID_LENGTH;
    }

    @Override
    long readLong(String text, int from, int to) {
        if (to - from != LONG_LENGTH) {
            throw wrongLength(text, from, to, String.valueOf(LONG_LENGTH));
        }
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
        if (to - from != UUID_LENGTH) {
            throw wrongLength(text, from, to, String.valueOf(UUID_LENGTH));
        }
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

    /** Writes 10 characters. */
    private void write50(long bits, byte[] to, int at) {
        pairs.write((int) (bits >>> 40) & PAIR, to, at);
        pairs.write((int) (bits >>> 30) & PAIR, to, at + 2);
        pairs.write((int) (bits >>> 20) & PAIR, to, at + 4);
        pairs.write((int) (bits >>> 10) & PAIR, to, at + 6);
        pairs.write((int) bits & PAIR, to, at + 8);
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
