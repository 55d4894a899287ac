package io.distid.bench.duplicates;

import java.util.Arrays;

/**
 * Ids in primitive arrays, sorted as unsigned numbers by radix. Each byte that differs takes one stable pass over the
 * indexes, so an id's places stay with it. Used by one thread.
 */
final class Chunk {
    /** The bytes of a UUID: two words, two places, and two indexes for sorting. */
    static final int BYTES_PER_ID = 32;

    private static final int SMALLEST = 1 << 14;

    private final int width;
    private final int most;
    private long[] high;
    private long[] low;
    private int[] earliest;
    private int[] latest;
    private int[] order = new int[0];
    private int[] other = new int[0];
    private int size;
    private int current;

    Chunk(int width, int most) {
        int capacity = Math.min(most, SMALLEST);
        this.width = width;
        this.most = most;
        this.high = new long[width == 2 ? capacity : 0];
        this.low = new long[capacity];
        this.earliest = new int[capacity];
        this.latest = new int[capacity];
    }

    boolean isFull() {
        return size == most;
    }

    int size() {
        return size;
    }

    void add(long idHigh, long idLow, int first, int last) {
        if (size == low.length) {
            int capacity = (int) Math.min(most, 2L * size);
            high = width == 2 ? Arrays.copyOf(high, capacity) : high;
            low = Arrays.copyOf(low, capacity);
            earliest = Arrays.copyOf(earliest, capacity);
            latest = Arrays.copyOf(latest, capacity);
        }
        if (width == 2) {
            high[size] = idHigh;
        }
        low[size] = idLow;
        earliest[size] = first;
        latest[size] = last;
        size++;
    }

    void clear() {
        size = 0;
    }

    void sort() {
        if (order.length < size) {
            order = new int[low.length];
            other = new int[low.length];
        }
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        sortBy(low);
        if (width == 2) {
            sortBy(high);
        }
    }

    private void sortBy(long[] keys) {
        int[][] counts = new int[Long.BYTES][256];
        for (int i = 0; i < size; i++) {
            long key = keys[i];
            for (int digit = 0; digit < Long.BYTES; digit++) {
                counts[digit][(int) (key >>> 8 * digit) & 0xFF]++;
            }
        }
        for (int digit = 0; digit < Long.BYTES; digit++) {
            int shift = 8 * digit;
            int[] starts = counts[digit];
            if (size > 0 && starts[(int) (keys[0] >>> shift) & 0xFF] == size) {
                continue;
            }
            int start = 0;
            for (int value = 0; value < 256; value++) {
                int count = starts[value];
                starts[value] = start;
                start += count;
            }
            for (int i = 0; i < size; i++) {
                int index = order[i];
                other[starts[(int) (keys[index] >>> shift) & 0xFF]++] = index;
            }
            int[] sorted = other;
            other = order;
            order = sorted;
        }
    }

    /** Goes to the id at a place of the sorted order. */
    void move(int place) {
        current = order[place];
    }

    long high() {
        return width == 2 ? high[current] : 0;
    }

    long low() {
        return low[current];
    }

    int earliest() {
        return earliest[current];
    }

    int latest() {
        return latest[current];
    }
}
