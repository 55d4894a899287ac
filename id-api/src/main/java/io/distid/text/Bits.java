package io.distid.text;

import java.util.UUID;

/**
 * A base that is a power of two: each character holds the same number of bits.
 *
 * <p>Neither 64 nor 128 is a multiple of 5 or 6. Where the text stands for a number, as in Crockford's base 32, the first
 * character holds fewer bits; where it stands for bytes, as in base64url, the last one does, and its low bits are 0.
 */
final class Bits extends Form {
    private final Alphabet alphabet;
    private final byte[] characters;
    private final int bits;
    private final int mask;
    private final int longLength;
    private final int uuidLength;
    /** The low bits of the last character that are 0. */
    private final int longSlack;

    private final int uuidSlack;
    /** The first digits from which on a number has too many bits. */
    private final int longLimit;

    private final int uuidLimit;

    Bits(String name, Alphabet alphabet, int bits, boolean ofBytes) {
        super(name);
        this.alphabet = alphabet;
        this.characters = alphabet.characters;
        this.bits = bits;
        this.mask = (1 << bits) - 1;
        this.longLength = (64 + bits - 1) / bits;
        this.uuidLength = (128 + bits - 1) / bits;
        int longSpare = longLength * bits - 64;
        int uuidSpare = uuidLength * bits - 128;
        this.longSlack = ofBytes ? longSpare : 0;
        this.uuidSlack = ofBytes ? uuidSpare : 0;
        this.longLimit = 1 << bits - (ofBytes ? 0 : longSpare);
        this.uuidLimit = 1 << bits - (ofBytes ? 0 : uuidSpare);
    }

    @Override
    int longLength() {
        return longLength;
    }

    @Override
    int uuidLength() {
        return uuidLength;
    }

    @Override
    boolean sorts() {
        return alphabet.ascends();
    }

    @Override
    int write(long number, byte[] to, int at) {
        int end = at + longLength;
        to[end - 1] = characters[(int) (number << longSlack) & mask];
        writeDown(number >>> bits - longSlack, to, at, end - 1);
        return end;
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        int end = at + uuidLength;
        to[end - 1] = characters[(int) (low << uuidSlack) & mask];
        int used = bits - uuidSlack;
        int whole = (64 - used) / bits;
        int middle = end - 2 - whole;
        writeDown(low >>> used, to, middle + 1, end - 1);
        used += whole * bits;
        // The character whose bits come from both halves: of the lower one, 64 - used are left.
        long rest = used == 64 ? 0 : low >>> used;
        to[middle] = characters[(int) (high << 64 - used | rest) & mask];
        writeDown(high >>> bits - (64 - used), to, at, middle);
        return end;
    }

    @Override
    long readLong(String text, int from, int to) {
        if (to - from != longLength) {
            throw wrongLength(text, from, to, String.valueOf(longLength));
        }
        long number = 0;
        int checked = 0;
        for (int i = from; i < to - 1; i++) {
            int digit = alphabet.digit(text.charAt(i));
            checked |= digit;
            number = number << bits | digit;
        }
        int last = alphabet.digit(text.charAt(to - 1));
        requireSound(checked | last, text, from, to, longLimit, last, longSlack, 64);
        return number << bits - longSlack | last >>> longSlack;
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        if (to - from != uuidLength) {
            throw wrongLength(text, from, to, String.valueOf(uuidLength));
        }
        long high = 0;
        long low = 0;
        int checked = 0;
        for (int i = from; i < to - 1; i++) {
            int digit = alphabet.digit(text.charAt(i));
            checked |= digit;
            high = high << bits | low >>> 64 - bits;
            low = low << bits | digit;
        }
        int last = alphabet.digit(text.charAt(to - 1));
        requireSound(checked | last, text, from, to, uuidLimit, last, uuidSlack, 128);
        int lastBits = bits - uuidSlack;
        return new UUID(high << lastBits | low >>> 64 - lastBits, low << lastBits | last >>> uuidSlack);
    }

    private void writeDown(long number, byte[] to, int from, int end) {
        for (int i = end - 1; i >= from; i--) {
            to[i] = characters[(int) number & mask];
            number >>>= bits;
        }
    }

    private void requireSound(int checked, String text, int from, int to, int limit, int last, int slack, int width) {
        if (checked < 0) {
            throw wrongCharacter(text, from, to, alphabet);
        }
        if (alphabet.digit(text.charAt(from)) >= limit) {
            throw overflow(text, width);
        }
        if ((last & (1 << slack) - 1) != 0) {
            throw refused(text, "ends in '" + text.charAt(to - 1) + "', whose low " + slack + " bits are not 0");
        }
    }
}
