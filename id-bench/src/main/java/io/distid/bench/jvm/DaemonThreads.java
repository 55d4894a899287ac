package io.distid.bench.jvm;

import java.util.concurrent.ThreadFactory;

/** Threads with a name that keep no JVM alive. Stateless: safe for use by any number of threads. */
public final class DaemonThreads {
    private DaemonThreads() {}

    public static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
