package io.distid.bench.history;

import java.util.Arrays;

/**
 * The ids of one thread from one generator, in the thread's order, each with the numbers of its call.
 *
 * <p>Only that thread writes it. Others read it once the thread has ended.
 */
final class ThreadHistory {
    private final int generator;
    private final int thread;
    private final boolean wide;
    private long[] high;
    private long[] low = new long[1024];
    private int[] began = new int[1024];
    private int[] returned = new int[1024];
    private int size;

    ThreadHistory(int generator, int thread, boolean wide) {
        this.generator = generator;
        this.thread = thread;
        this.wide = wide;
        this.high = new long[wide ? 1024 : 0];
    }

    void add(long idHigh, long idLow, int beganAt, int returnedAt) {
        if (size == low.length) {
            int capacity = size * 2;
            high = wide ? Arrays.copyOf(high, capacity) : high;
            low = Arrays.copyOf(low, capacity);
            began = Arrays.copyOf(began, capacity);
            returned = Arrays.copyOf(returned, capacity);
        }
        if (wide) {
            high[size] = idHigh;
        }
        low[size] = idLow;
        began[size] = beganAt;
        returned[size] = returnedAt;
        size++;
    }

    int generator() {
        return generator;
    }

    int thread() {
        return thread;
    }

    int size() {
        return size;
    }

    long high(int position) {
        return wide ? high[position] : 0;
    }

    long low(int position) {
        return low[position];
    }

    int began(int position) {
        return began[position];
    }

    int returned(int position) {
        return returned[position];
    }
}
