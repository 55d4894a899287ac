package io.distid.uuid;

import java.util.concurrent.locks.ReentrantLock;

/** The random words of several threads, which one of them uses at a time. */
final class LockedWords implements RandomWords {
    private final ReentrantLock lock = new ReentrantLock();
    private final RandomWords words;

    LockedWords(RandomWords words) {
        this.words = words;
    }

    @Override
    public long next() {
        lock.lock();
        try {
            return words.next();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int fill(long[] to, int from, int end, long high, long low) {
        lock.lock();
        try {
            return words.fill(to, from, end, high, low);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long fresh() {
        lock.lock();
        try {
            return words.fresh();
        } finally {
            lock.unlock();
        }
    }
}
