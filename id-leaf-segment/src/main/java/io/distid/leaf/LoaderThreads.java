package io.distid.leaf;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that loads run on: at most two, named, daemon, started when first needed. */
final class LoaderThreads {
    private static final int MOST = 2;

    private LoaderThreads() {}

    static ScheduledThreadPoolExecutor create() {
        AtomicInteger count = new AtomicInteger();
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(MOST, task -> {
            Thread thread = new Thread(task, "distid-leaf-loader-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        return threads;
    }
}
