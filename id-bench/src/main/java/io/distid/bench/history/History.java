package io.distid.bench.history;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * All ids that several generators issued to several threads, numbered from 0.
 *
 * <p>Each id has two numbers from a counter that all threads share: one from just before its call, one from just after
 * it. If {@code returned(a) < began(b)}, call a had returned before call b began. This is the happens-before order
 * itself, without clocks. Immutable once it is recorded.
 */
public final class History {
    private final boolean wide;
    private final int generators;
    private final int threads;
    private final int stamps;
    private final List<ThreadHistory> histories;
    private final int[] historyOf;
    private final int[] first;
    private final long[] high;
    private final long[] low;
    private final int[] began;
    private final int[] returned;

    History(boolean wide, int generators, int threads, int stamps, List<ThreadHistory> histories) {
        this.wide = wide;
        this.generators = generators;
        this.threads = threads;
        this.stamps = stamps;
        this.histories = List.copyOf(histories);
        int size = histories.stream().mapToInt(ThreadHistory::size).sum();
        historyOf = new int[size];
        first = new int[histories.size()];
        high = new long[wide ? size : 0];
        low = new long[size];
        began = new int[size];
        returned = new int[size];
        int at = 0;
        for (int t = 0; t < histories.size(); t++) {
            ThreadHistory history = histories.get(t);
            first[t] = at;
            for (int position = 0; position < history.size(); position++, at++) {
                historyOf[at] = t;
                if (wide) {
                    high[at] = history.high(position);
                }
                low[at] = history.low(position);
                began[at] = history.began(position);
                returned[at] = history.returned(position);
            }
        }
    }

    /** How many generators there were; at least 1. */
    public int generators() {
        return generators;
    }

    /** How many threads shared each generator; at least 1. */
    public int threads() {
        return threads;
    }

    /** How many ids there are; 0 or more. */
    public int size() {
        return low.length;
    }

    /** How many ids the generator gave that gave the fewest; 0 or more. */
    public long fewest() {
        long[] ofGenerator = new long[generators];
        histories.forEach(history -> ofGenerator[history.generator()] += history.size());
        return Arrays.stream(ofGenerator).min().orElse(0);
    }

    int stamps() {
        return stamps;
    }

    int histories() {
        return histories.size();
    }

    int historyOf(int index) {
        return historyOf[index];
    }

    int generatorOf(int index) {
        return histories.get(historyOf[index]).generator();
    }

    /** The high half of a UUID; 0 for other ids. */
    long high(int index) {
        return wide ? high[index] : 0;
    }

    long low(int index) {
        return low[index];
    }

    int began(int index) {
        return began[index];
    }

    int returned(int index) {
        return returned[index];
    }

    /** The order of ids as unsigned numbers, which for UUIDs is the order of their text and bytes. */
    int compare(int a, int b) {
        int byHigh = wide ? Long.compareUnsigned(high[a], high[b]) : 0;
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low[a], low[b]);
    }

    int hash(int index) {
        long mixed = (wide ? high[index] * 0x9E3779B97F4A7C15L : 0) ^ low[index];
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return (int) (mixed ^ mixed >>> 33);
    }

    /** The id and where it came from, such as {@code 4711 (generator 0, thread 1, call 17)}. */
    String describe(int index) {
        int t = historyOf[index];
        String id = wide ? new UUID(high[index], low[index]).toString() : Long.toString(low[index]);
        return id + " (generator " + histories.get(t).generator() + ", thread "
                + histories.get(t).thread() + ", call " + (index - first[t] + 1) + ")";
    }
}
