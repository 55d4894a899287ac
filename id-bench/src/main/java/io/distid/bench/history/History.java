package io.distid.bench.history;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * All ids that several generators issued to several threads, numbered from 0.
 *
 * <p>Each id has two numbers from a counter that all threads share: one from just before its call, one from just after
 * it. If {@code returned[a] < began[b]}, call a had returned before call b began. This is the happens-before order
 * itself, without clocks. Immutable once it is recorded.
 */
public final class History {
    final int generators;
    final int threads;
    final int stamps;
    final List<ThreadHistory> histories;
    /** The index of each id's thread in {@link #histories}. */
    final int[] historyOf;
    /** The high halves of UUIDs; 0 for other ids. */
    final long[] high;

    final long[] low;
    final int[] began;
    final int[] returned;

    History(int generators, int threads, int stamps, List<ThreadHistory> histories) {
        this.generators = generators;
        this.threads = threads;
        this.stamps = stamps;
        this.histories = List.copyOf(histories);
        int size = histories.stream().mapToInt(history -> history.size).sum();
        historyOf = new int[size];
        high = new long[size];
        low = new long[size];
        began = new int[size];
        returned = new int[size];
        int at = 0;
        for (int t = 0; t < histories.size(); t++) {
            ThreadHistory history = histories.get(t);
            Arrays.fill(historyOf, at, at + history.size, t);
            System.arraycopy(history.high, 0, high, at, history.size);
            System.arraycopy(history.low, 0, low, at, history.size);
            System.arraycopy(history.began, 0, began, at, history.size);
            System.arraycopy(history.returned, 0, returned, at, history.size);
            at += history.size;
        }
    }

    /** How many ids there are; 0 or more. */
    public int size() {
        return low.length;
    }

    /** How many ids the generator gave that gave the fewest; 0 or more. */
    public long fewest() {
        long[] ofGenerator = new long[generators];
        histories.forEach(history -> ofGenerator[history.generator] += history.size);
        return Arrays.stream(ofGenerator).min().orElse(0);
    }

    int generatorOf(int index) {
        return histories.get(historyOf[index]).generator;
    }

    /** The order of ids as unsigned numbers, which for UUIDs is the order of their text and bytes. */
    int compare(int a, int b) {
        int byHigh = Long.compareUnsigned(high[a], high[b]);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low[a], low[b]);
    }

    int hash(int index) {
        long mixed = high[index] * 0x9E3779B97F4A7C15L ^ low[index];
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return (int) (mixed ^ mixed >>> 33);
    }

    /** The id and where it came from, such as {@code 4711 (generator 0, thread 1, call 17)}. */
    String describe(int index) {
        int t = historyOf[index];
        int before = histories.stream().limit(t).mapToInt(other -> other.size).sum();
        // The version in its high half distinguishes a UUID.
        String id = high[index] == 0 ? Long.toString(low[index]) : new UUID(high[index], low[index]).toString();
        return id + " (generator " + histories.get(t).generator + ", thread " + histories.get(t).thread + ", call "
                + (index - before + 1) + ")";
    }
}
