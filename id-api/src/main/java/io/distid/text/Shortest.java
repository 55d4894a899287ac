package io.distid.text;

import java.util.UUID;

/** A number in as few digits as possible, in any base. */
final class Shortest extends TextCodec {
    private final Alphabet alphabet;
    private final Radix digits;

    Shortest(String name, Alphabet alphabet, int longLength, int uuidLength) {
        super(name, longLength, uuidLength, false);
        this.alphabet = alphabet;
        this.digits = new Radix(name, alphabet, longLength, uuidLength);
    }

    @Override
    int longLength(int bits) {
        return write((1L << bits) - 1, new byte[longLength()], 0);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        return shortened(to, at, digits.write(bits, to, at));
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        return shortened(to, at, digits.write(high, low, to, at));
    }

    @Override
    long readLong(String text, int from, int to) {
        requireLength(text, from, to, longLength());
        return digits.number(this, text, from, to);
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireLength(text, from, to, uuidLength());
        return digits.uuid(this, text, from, to);
    }

    private int shortened(byte[] to, int at, int end) {
        int first = at;
        while (first < end - 1 && to[first] == alphabet.characters[0]) {
            first++;
        }
        System.arraycopy(to, first, to, at, end - first);
        return end - (first - at);
    }

    private void requireLength(String text, int from, int to, int most) {
        int found = to - from;
        if (found < 1 || found > most) {
            throw wrongLength(text, from, to, "1 to " + most);
        }
        if (found > 1 && alphabet.digit(text.charAt(from)) == 0) {
            throw refused(text, "has a leading '" + text.charAt(from) + "', which is a zero");
        }
    }
}
