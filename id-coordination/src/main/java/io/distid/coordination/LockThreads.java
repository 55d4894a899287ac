package io.distid.coordination;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the background threads of locks: daemons with numbered names, and without the class loader of whoever came first. Safe for use by any number of threads. */
final class LockThreads implements ThreadFactory {
    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    /**
     * Makes none yet.
     *
     * @param name what the names of the threads begin with
     */
    LockThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = Executors.defaultThreadFactory().newThread(task);
        thread.setName(name + count.incrementAndGet());
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
        return thread;
    }
}
