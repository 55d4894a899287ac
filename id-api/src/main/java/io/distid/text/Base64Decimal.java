package io.distid.text;

import java.util.UUID;

/** Base 64 (RFC 4648 section 4, with padding) of the decimal digits, as bwmarrin/snowflake has it. */
final class Base64Decimal extends TextCodec {
    private static final Alphabet ALPHABET = Alphabet.BASE64;

    Base64Decimal(String name) {
        super(name, charactersOf(Decimal.SHORTEST.longLength()), charactersOf(Decimal.SHORTEST.uuidLength()), false);
    }

    @Override
    int longLength(int bits) {
        return charactersOf(Decimal.SHORTEST.longLength(bits));
    }

    @Override
    int write(long bits, byte[] to, int at) {
        return encode(to, at, Decimal.SHORTEST.write(bits, to, at));
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        return encode(to, at, Decimal.SHORTEST.write(high, low, to, at));
    }

    @Override
    long readLong(String text, int from, int to) {
        int digits = requireDigits(text, from, to, longLength());
        long number = 0;
        for (int i = 0; i < digits; i++) {
            int digit = digit(text, from, i);
            long tenfold = number * 10;
            if (Long.compareUnsigned(number, Long.divideUnsigned(-1, 10)) > 0
                    || Long.compareUnsigned(tenfold + digit, tenfold) < 0) {
                throw overflow(text, 64);
            }
            number = tenfold + digit;
        }
        return number;
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        int digits = requireDigits(text, from, to, uuidLength());
        long high = 0;
        long low = 0;
        for (int i = 0; i < digits; i++) {
            int digit = digit(text, from, i);
            long tenfold = low * 10;
            long carry = Math.multiplyHigh(low, 10)
                    + (low >> 63 & 10)
                    + (Long.compareUnsigned(tenfold + digit, tenfold) < 0 ? 1 : 0);
            low = tenfold + digit;
            if (Long.compareUnsigned(high, Long.divideUnsigned(-1, 10)) > 0
                    || Long.compareUnsigned(high * 10 + carry, carry) < 0) {
                throw overflow(text, 128);
            }
            high = high * 10 + carry;
        }
        return new UUID(high, low);
    }

    /** Encodes digits in place. They are first moved to the end of the result's range, so that the encoder never overwrites unread digits. */
    private static int encode(byte[] to, int at, int digitsEnd) {
        int digits = digitsEnd - at;
        int end = at + charactersOf(digits);
        int read = end - digits;
        System.arraycopy(to, at, to, read, digits);
        for (int i = at; i < end; i += 4) {
            int left = end - read;
            int bits = to[read] << 16 | (left > 1 ? to[read + 1] << 8 : 0) | (left > 2 ? to[read + 2] : 0);
            read += Math.min(left, 3);
            to[i] = ALPHABET.characters[bits >>> 18];
            to[i + 1] = ALPHABET.characters[bits >>> 12 & 63];
            to[i + 2] = left > 1 ? ALPHABET.characters[bits >>> 6 & 63] : (byte) '=';
            to[i + 3] = left > 2 ? ALPHABET.characters[bits & 63] : (byte) '=';
        }
        return end;
    }

    /** How many decimal digits a text holds. Throws if it holds anything else. */
    private int requireDigits(String text, int from, int to, int most) {
        int length = to - from;
        if (length < 4 || length > most || length % 4 != 0) {
            throw wrongLength(text, from, to, "4 to " + most + ", a multiple of 4");
        }
        int padding = text.charAt(to - 1) != '=' ? 0 : text.charAt(to - 2) != '=' ? 1 : 2;
        for (int i = from; i < to - padding; i++) {
            if (ALPHABET.digit(text.charAt(i)) < 0) {
                throw wrongCharacter(text, i, ALPHABET.toString());
            }
        }
        int slack = 2 * padding;
        if ((ALPHABET.digit(text.charAt(to - padding - 1)) & (1 << slack) - 1) != 0) {
            throw nonZeroEnd(text, to - padding, slack);
        }
        int digits = length / 4 * 3 - padding;
        for (int i = 0; i < digits; i++) {
            int digit = digit(text, from, i);
            if (digit < 0 || digit > 9) {
                throw refused(text, "is not base 64 of decimal digits");
            }
        }
        if (digits > 1 && digit(text, from, 0) == 0) {
            throw refused(text, "is base 64 of a number with a leading zero");
        }
        return digits;
    }

    /** The value of a decimal digit; a number outside of 0 to 9 for anything else. Each byte is spread over two characters. */
    private static int digit(String text, int from, int index) {
        int at = from + index / 3 * 4 + index % 3;
        int pair = ALPHABET.digit(text.charAt(at)) << 6 | ALPHABET.digit(text.charAt(at + 1));
        return (pair >>> 4 - 2 * (index % 3) & 0xFF) - '0';
    }

    private static int charactersOf(int digits) {
        return (digits + 2) / 3 * 4;
    }
}
