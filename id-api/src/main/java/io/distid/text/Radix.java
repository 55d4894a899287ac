package io.distid.text;

import java.util.UUID;

/** A base other than a power of two, in texts of one length with leading zero digits. */
final class Radix extends TextCodec {
    /*
     * A number is split into chunks of as many digits as fit 30 bits. Each chunk costs one long division by radix^k for each 32 bits of the number.
     * Each digit then costs one multiplication by the reciprocal 2^37 / radix, rounded up. This is exact for a chunk c below 2^30, since radix is
     * below 2^7. The error c * (radix - 2^37 % radix) / 2^37 / radix stays below 1 / radix.
     */
    private static final int RECIPROCAL_BITS = 37;
    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private final Alphabet alphabet;
    private final byte[] characters;
    private final int radix;
    private final long reciprocal;
    private final int chunkDigits;
    private final long chunk;

    Radix(String name, Alphabet alphabet, int longLength, int uuidLength) {
        super(name, longLength, uuidLength, alphabet.ascends());
        this.alphabet = alphabet;
        this.characters = alphabet.characters;
        this.radix = alphabet.size();
        this.reciprocal = (1L << RECIPROCAL_BITS) / radix + 1;
        int digits = 0;
        long power = 1;
        // The second condition matters for a radix below 8, whose reciprocal is long.
        while (power * radix < 1 << 30 && Math.multiplyHigh(power * radix, reciprocal) == 0) {
            power *= radix;
            digits++;
        }
        this.chunkDigits = digits;
        this.chunk = power;
    }

    @Override
    int write(long bits, byte[] to, int at) {
        write(bits, to, at, at + longLength());
        return at + longLength();
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        write(high, low, to, at, at + uuidLength());
        return at + uuidLength();
    }

    @Override
    long readLong(String text, int from, int to) {
        requireExactly(text, from, to, longLength());
        return number(this, text, from, to);
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireExactly(text, from, to, uuidLength());
        return uuid(this, text, from, to);
    }

    /** Writes the lowest digits of a number to {@code [from, end)}; returns whether they are all it has. */
    boolean write(long bits, byte[] to, int from, int end) {
        long rest = bits;
        int i = end;
        while (i - from > chunkDigits) {
            long quotient = Long.divideUnsigned(rest, chunk);
            writeChunk(rest - quotient * chunk, to, i - chunkDigits, i);
            rest = quotient;
            i -= chunkDigits;
        }
        return rest < chunk && rest >= 0 && writeChunk(rest, to, from, i) == 0;
    }

    /** Writes the lowest digits of a number to {@code [from, end)}; returns whether they are all it has. */
    boolean write(long high, long low, byte[] to, int from, int end) {
        long a = high >>> 32;
        long b = high & LOW_HALF;
        long c = low >>> 32;
        long d = low & LOW_HALF;
        int i = end;
        while (i - from > chunkDigits && (a | b | c) != 0) {
            long rest = a;
            a = rest / chunk;
            rest = rest - a * chunk << 32 | b;
            b = rest / chunk;
            rest = rest - b * chunk << 32 | c;
            c = rest / chunk;
            rest = rest - c * chunk << 32 | d;
            d = rest / chunk;
            writeChunk(rest - d * chunk, to, i - chunkDigits, i);
            i -= chunkDigits;
        }
        return (a | b) == 0 && write(c << 32 | d, to, from, i);
    }

    /** Reads a number of at most {@link #longLength} digits, for a form that may have fewer than those. */
    long number(TextCodec form, String text, int from, int to) {
        int i = from + (to - from) % chunkDigits;
        long checked = digits(text, from, i);
        long number = checked;
        while (i < to) {
            long digits = digits(text, i, i + chunkDigits);
            checked |= digits;
            i += chunkDigits;
            // Only the last chunk can carry the number beyond 64 bits.
            long product = number * chunk;
            if (i == to && checked >= 0 && (Math.multiplyHigh(number, chunk) != 0 || carries(product, digits))) {
                throw form.overflow(text, 64);
            }
            number = product + digits;
        }
        requireDigits(form, checked, text, from, to);
        return number;
    }

    /** Reads a number of at most {@link #uuidLength} digits, for a form that may have fewer than those. */
    UUID uuid(TextCodec form, String text, int from, int to) {
        int i = from + (to - from) % chunkDigits;
        long checked = digits(text, from, i);
        long low = checked;
        long high = 0;
        while (i < to) {
            long digits = digits(text, i, i + chunkDigits);
            checked |= digits;
            i += chunkDigits;
            long product = low * chunk;
            long carry = Math.multiplyHigh(low, chunk) + (low >> 63 & chunk) + (carries(product, digits) ? 1 : 0);
            low = product + digits;
            product = high * chunk;
            // Only the last chunk can carry the number beyond 128 bits.
            if (i == to && checked >= 0 && (Math.multiplyHigh(high, chunk) != 0 || carries(product, carry))) {
                throw form.overflow(text, 128);
            }
            high = product + carry;
        }
        requireDigits(form, checked, text, from, to);
        return new UUID(high, low);
    }

    /** Writes the lowest digits of a number below 2^30; returns what is left of it. */
    private long writeChunk(long number, byte[] to, int from, int end) {
        long rest = number;
        for (int i = end - 1; i >= from; i--) {
            long quotient = rest * reciprocal >>> RECIPROCAL_BITS;
            to[i] = characters[(int) (rest - quotient * radix)];
            rest = quotient;
        }
        return rest;
    }

    /** The number that a few digits stand for; negative if one of them is none. */
    private long digits(String text, int from, int to) {
        long number = 0;
        int checked = 0;
        for (int i = from; i < to; i++) {
            int digit = alphabet.digit(text.charAt(i));
            checked |= digit;
            number = number * radix + digit;
        }
        return checked < 0 ? -1 : number;
    }

    private void requireDigits(TextCodec form, long checked, String text, int from, int to) {
        if (checked < 0) {
            throw form.wrongCharacter(text, from, to, alphabet);
        }
    }

    private static boolean carries(long a, long b) {
        return Long.compareUnsigned(a + b, a) < 0;
    }
}
