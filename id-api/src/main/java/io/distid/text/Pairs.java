package io.distid.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Two characters for two digits at once: half as many look-ups and stores as one by one. */
final class Pairs {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final short[] pairs;

    /** @param characters those of a power of two of digits */
    Pairs(byte[] characters) {
        int count = characters.length;
        pairs = new short[count * count];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (short) (characters[i / count] | characters[i % count] << 8);
        }
    }

    /** Writes the two digits that a number consists of. */
    void write(int digits, byte[] to, int at) {
        SHORT.set(to, at, pairs[digits]);
    }
}
