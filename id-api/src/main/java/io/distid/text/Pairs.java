package io.distid.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks up two characters for two digits at once, and stores eight at a time. This needs few look-ups, and the stores are as wide as the loads of the
 * copy into the String. A narrow store would have to reach the cache before a wide load could read it.
 */
final class Pairs {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final char[] pairs;
    private final int bits;

    /** @param characters the digits; their number is a power of two */
    Pairs(byte[] characters) {
        int count = characters.length;
        pairs = new char[count * count];
        bits = Integer.numberOfTrailingZeros(pairs.length);
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (char) (characters[i / count] | characters[i % count] << 8);
        }
    }

    /** The character of one digit. */
    long one(long digit) {
        return two(digit) >>> 8;
    }

    /** Two characters, the first in the low byte. */
    long two(long digits) {
        char[] all = pairs;
        // Masked by the length, so that the JIT sees that the index is valid.
        return all[(int) digits & all.length - 1];
    }

    /** Four characters, the first in the low byte. */
    long four(long digits) {
        return two(digits >>> bits) | two(digits) << 16;
    }

    /** Writes eight characters for the eight lowest digits. */
    void writeEight(long digits, byte[] to, int at) {
        write(four(digits >>> 2 * bits) | four(digits) << 32, to, at);
    }

    /** Writes eight characters, the first in the low byte; so there must be room for eight, whatever they are. */
    static void write(long characters, byte[] to, int at) {
        LONG.set(to, at, characters);
    }
}
