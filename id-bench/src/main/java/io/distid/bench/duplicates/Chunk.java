package io.distid.bench.duplicates;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Ids in a primitive array, sorted as unsigned numbers by radix. Each byte that differs takes one stable pass over the
 * indexes, so an id's places stay with it. Used by one thread.
 */
final class Chunk {
    /** The bytes of a UUID: two words, two places, and two indexes for sorting. */
    static final int BYTES_PER_ID = 32;

    private static final int SMALLEST = 1 << 14;

    private final int width;
    private final int most;
    /** The words of each id, the lowest first, and its two places. */
    private long[] ids;

    private int[] order = new int[0];
    private int[] other = new int[0];
    private int size;

    Chunk(int width, int most) {
        this.width = width;
        this.most = most;
        this.ids = new long[Math.min(most, SMALLEST) * (width + 1)];
    }

    boolean isFull() {
        return size == most;
    }

    void add(long high, long low, int earliest, int latest) {
        int at = size++ * (width + 1);
        if (at == ids.length) {
            ids = Arrays.copyOf(ids, (int) Math.min((long) most * (width + 1), 2L * at));
        }
        ids[at] = low;
        if (width == 2) {
            ids[at + 1] = high;
        }
        ids[at + width] = (long) earliest << 32 | latest;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Appends the id at a place of the sorted order: its words and its two places. */
    void put(int place, ByteBuffer to) {
        int at = order[place] * (width + 1);
        for (int word = 0; word <= width; word++) {
            to.putLong(ids[at + word]);
        }
    }

    void sort() {
        if (order.length < size) {
            order = new int[ids.length / (width + 1)];
            other = new int[order.length];
        }
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        for (int word = 0; word < width; word++) {
            sortBy(word);
        }
    }

    private void sortBy(int word) {
        int[][] counts = new int[Long.BYTES][256];
        for (int i = 0; i < size; i++) {
            for (int digit = 0; digit < Long.BYTES; digit++) {
                counts[digit][digit(i, word, digit)]++;
            }
        }
        for (int digit = 0; digit < Long.BYTES; digit++) {
            int[] starts = counts[digit];
            if (size > 0 && starts[digit(0, word, digit)] == size) {
                continue;
            }
            int start = 0;
            for (int value = 0; value < 256; value++) {
                int count = starts[value];
                starts[value] = start;
                start += count;
            }
            for (int i = 0; i < size; i++) {
                other[starts[digit(order[i], word, digit)]++] = order[i];
            }
            int[] sorted = other;
            other = order;
            order = sorted;
        }
    }

    private int digit(int index, int word, int digit) {
        return (int) (ids[index * (width + 1) + word] >>> 8 * digit) & 0xFF;
    }
}
