package io.distid.text;

import java.util.UUID;

/** The text of RFC 9562 section 4, in 8-4-4-4-12 hexadecimal digits. Stricter than {@link UUID#fromString}: no digit may lack. */
final class CanonicalUuid extends Form {
    private static final int LENGTH = 36;
    private static final byte[] CHARACTERS = Alphabet.HEX.characters;

    CanonicalUuid() {
        super("UUID");
    }

    @Override
    int longLength() {
        throw new UnsupportedOperationException("64 bits are no UUID");
    }

    @Override
    int uuidLength() {
        return LENGTH;
    }

    @Override
    boolean sorts() {
        return true;
    }

    @Override
    int write(long bits, byte[] to, int at) {
        throw new UnsupportedOperationException("64 bits are no UUID");
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        write(high >>> 32, to, at, at + 8);
        to[at + 8] = '-';
        write(high >>> 16, to, at + 9, at + 13);
        to[at + 13] = '-';
        write(high, to, at + 14, at + 18);
        to[at + 18] = '-';
        write(low >>> 48, to, at + 19, at + 23);
        to[at + 23] = '-';
        write(low, to, at + 24, at + 36);
        return at + LENGTH;
    }

    @Override
    long readLong(String text, int from, int to) {
        throw new UnsupportedOperationException("64 bits are no UUID");
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        if (to - from != LENGTH) {
            throw wrongLength(text, from, to, "36: 8-4-4-4-12 hexadecimal digits");
        }
        for (int at = from + 8; at <= from + 23; at += 5) {
            if (text.charAt(at) != '-') {
                throw wrongCharacter(text, at, "a hyphen");
            }
        }
        long first = digits(text, from, from + 8);
        long second = digits(text, from + 9, from + 13);
        long third = digits(text, from + 14, from + 18);
        long fourth = digits(text, from + 19, from + 23);
        long fifth = digits(text, from + 24, from + 36);
        return new UUID(first << 32 | second << 16 | third, fourth << 48 | fifth);
    }

    private static void write(long bits, byte[] to, int from, int end) {
        long rest = bits;
        for (int i = end - 1; i >= from; i--) {
            to[i] = CHARACTERS[(int) rest & 0xF];
            rest >>>= 4;
        }
    }

    private long digits(String text, int from, int to) {
        long number = 0;
        int checked = 0;
        for (int i = from; i < to; i++) {
            int digit = Alphabet.HEX.digit(text.charAt(i));
            checked |= digit;
            number = number << 4 | digit;
        }
        if (checked < 0) {
            throw wrongCharacter(text, from, to, Alphabet.HEX);
        }
        return number;
    }
}
