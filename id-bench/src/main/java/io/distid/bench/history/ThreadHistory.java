package io.distid.bench.history;

import java.util.Arrays;

/**
 * The ids of one thread from one generator, in the thread's order, each with the numbers of its call. Only that thread
 * writes it. Others read it once the thread has ended.
 */
final class ThreadHistory {
    final int generator;
    final int thread;
    /** The high halves of UUIDs; 0 for other ids. */
    long[] high = new long[1024];

    long[] low = new long[1024];
    int[] began = new int[1024];
    int[] returned = new int[1024];
    int size;

    ThreadHistory(int generator, int thread) {
        this.generator = generator;
        this.thread = thread;
    }

    void add(long idHigh, long idLow, int beganAt, int returnedAt) {
        if (size == low.length) {
            int capacity = size * 2;
            high = Arrays.copyOf(high, capacity);
            low = Arrays.copyOf(low, capacity);
            began = Arrays.copyOf(began, capacity);
            returned = Arrays.copyOf(returned, capacity);
        }
        high[size] = idHigh;
        low[size] = idLow;
        began[size] = beganAt;
        returned[size] = returnedAt;
        size++;
    }
}
