package io.distid.bench.subject;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A store that each process has one of: what is granted in one is granted in another, with the same numbers. */
public final class SplitLockStore implements LockStoreProvider {

    @Override
    public String name() {
        return "split";
    }

    @Override
    public String summary() {
        return "breaks its word";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    @Override
    public LockStore open(IdConfig config) {
        return new Memory();
    }

    private static final class Memory implements LockStore {
        private final AtomicLong fence = new AtomicLong();

        @Override
        public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
            return new Granted(fence.incrementAndGet());
        }

        @Override
        public boolean extend(String lock, long number, List<String> tokens, String token, Duration lease) {
            return true;
        }

        @Override
        public Released release(String lock, long number, List<String> tokens) {
            return Released.FREED;
        }

        @Override
        public Duration pollInterval() {
            return Duration.ofMillis(1);
        }

        @Override
        public String toString() {
            return "memory";
        }

        @Override
        public void close() {}
    }
}
