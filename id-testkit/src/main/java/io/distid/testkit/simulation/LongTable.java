package io.distid.testkit.simulation;

import java.util.Arrays;

/** A cheap map from positive longs to ints. */
final class LongTable {
    private long[] keys = new long[1 << 12];
    private int[] values = new int[1 << 12];
    private int size;

    /** Stores a value and returns -1; returns the present value if there is one. */
    int putIfAbsent(long key, int value) {
        if (2 * size > keys.length) {
            grow();
        }
        int at = find(key);
        if (keys[at] == key) {
            return values[at];
        }
        keys[at] = key;
        values[at] = value;
        size++;
        return -1;
    }

    private int find(long key) {
        int mask = keys.length - 1;
        int at = (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
        while (keys[at] != 0 && keys[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = Arrays.copyOf(values, keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                values[at] = oldValues[i];
            }
        }
    }
}
