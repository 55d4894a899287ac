package io.distid.bench.duplicates;

import java.util.Arrays;

/** The maximum and the exact 99th percentile of many distances, of which only the greatest hundredth is kept. For use by one thread. */
public final class Displacements {
    private final int wanted;
    private final int[] kept;
    private int size;
    private int floor = -1;

    /**
     * For so many.
     *
     * @param count how many will be added
     */
    public Displacements(long count) {
        // The smallest distance that 99 % do not exceed is the smallest of these.
        wanted = (int) Math.max(1, count - (99 * count + 99) / 100 + 1);
        kept = new int[2 * wanted + 1024];
    }

    /**
     * Adds a distance.
     *
     * @param distance in places
     */
    public void add(int distance) {
        if (distance <= floor) {
            return;
        }
        kept[size++] = distance;
        if (size == kept.length) {
            compact();
        }
    }

    private void compact() {
        Arrays.sort(kept, 0, size);
        if (size >= wanted) {
            System.arraycopy(kept, size - wanted, kept, 0, wanted);
            size = wanted;
            floor = kept[0];
        }
    }

    /**
     * The greatest.
     *
     * @return 0 if there is none
     */
    public long max() {
        compact();
        return size == 0 ? 0 : kept[size - 1];
    }

    /**
     * The 99th percentile.
     *
     * @return the smallest distance that 99 % do not exceed; 0 if there is none
     */
    public long p99() {
        compact();
        return size == 0 ? 0 : kept[0];
    }
}
