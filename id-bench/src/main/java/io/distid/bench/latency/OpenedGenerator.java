package io.distid.bench.latency;

import io.distid.bench.jvm.ChildJvm;
import java.time.Duration;
import java.util.List;

/** The time until a generator in a process had its first id, and that id or the low half of it. */
record OpenedGenerator(long nanos, long first) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * Lets a child open it, and waits.
     *
     * @param refused how long it tries again while all worker ids are held
     */
    static OpenedGenerator by(ChildJvm jvm, Duration refused) throws InterruptedException {
        jvm.tell("open", refused.toMillis());
        return await(jvm);
    }

    static OpenedGenerator await(ChildJvm jvm) throws InterruptedException {
        List<String> words = jvm.await("opened", PATIENCE);
        return new OpenedGenerator(Long.parseLong(words.get(0)), Long.parseLong(words.get(1)));
    }

    double millis() {
        return nanos / 1e6;
    }
}
