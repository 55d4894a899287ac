package io.distid.text;

import java.util.UUID;

/** Decimal digits: as few as possible, or a fixed number of them with leading zeros. */
final class Decimal extends TextCodec {
    private static final int LONG_DIGITS = 20;
    private static final int UUID_DIGITS = 39;
    private static final Radix DIGITS = new Radix("decimal", Alphabet.DECIMAL, LONG_DIGITS, UUID_DIGITS);

    /** Without leading zeros. */
    static final Decimal SHORTEST = new Decimal(0);

    /** The fixed number of digits, or 0. */
    private final int length;

    Decimal(int length) {
        super(
                length == 0 ? "decimal" : "padded",
                length == 0 ? LONG_DIGITS : length,
                length == 0 ? UUID_DIGITS : length,
                length != 0);
        this.length = length;
    }

    @Override
    int longLength(int bits) {
        return length == 0 ? digitsOf((1L << bits) - 1) : length;
    }

    @Override
    int write(long bits, byte[] to, int at) {
        int end = at + (length == 0 ? digitsOf(bits) : length);
        if (!DIGITS.write(bits, to, at, end)) {
            throw tooLong(Long.toUnsignedString(bits));
        }
        return end;
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        if (high == 0) {
            return write(low, to, at);
        }
        int end = at + uuidLength();
        if (!DIGITS.write(high, low, to, at, end)) {
            throw tooLong(new UUID(high, low).toString());
        }
        if (length != 0) {
            return end;
        }
        int first = at;
        while (to[first] == '0') {
            first++;
        }
        System.arraycopy(to, first, to, at, end - first);
        return end - (first - at);
    }

    @Override
    long readLong(String text, int from, int to) {
        requireLength(text, from, to, LONG_DIGITS);
        return DIGITS.number(this, text, from, to);
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireLength(text, from, to, UUID_DIGITS);
        return DIGITS.uuid(this, text, from, to);
    }

    private void requireLength(String text, int from, int to, int most) {
        int found = to - from;
        if (length != 0 && found != length) {
            throw wrongLength(text, from, to, String.valueOf(length));
        }
        if (found < 1 || found > most) {
            throw wrongLength(text, from, to, "1 to " + most);
        }
        if (length == 0 && found > 1 && text.charAt(from) == '0') {
            throw refused(text, "has a leading zero");
        }
    }

    private IllegalArgumentException tooLong(String id) {
        return new IllegalArgumentException("id " + id + " has more than " + length + " decimal digits");
    }

    private static int digitsOf(long bits) {
        // 1233 / 4096 is log10(2), rounded up a little: right, or one too few.
        int digits = (64 - Long.numberOfLeadingZeros(bits | 1)) * 1233 >>> 12;
        return digits + (Long.compareUnsigned(bits | 1, POWERS[digits]) >= 0 ? 1 : 0);
    }

    private static final long[] POWERS = new long[LONG_DIGITS];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < LONG_DIGITS; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }
}
