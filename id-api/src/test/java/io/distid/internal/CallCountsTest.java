package io.distid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CallCountsTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2_000;

    @Test
    void noFailureIsNone() {
        assertThat(new CallCounts().failures()).isEmpty();
    }

    @Test
    void failuresAreCountedByType() {
        CallCounts counts = new CallCounts();
        counts.failed(new BackendException("away"));
        counts.failed(new BackendException("away"));
        counts.failed(new ConfigException("wrong"));

        assertThat(counts.failures()).isEqualTo(Map.of(BackendException.class, 2L, ConfigException.class, 1L));
    }

    @Test
    void noneOfSeveralFirstFailuresAtOnceIsLost() throws Exception {
        CyclicBarrier begin = new CyclicBarrier(THREADS);
        List<CallCounts> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(new CallCounts());
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ended = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                ended.add(threads.submit(() -> {
                    for (CallCounts counts : rounds) {
                        begin.await();
                        counts.failed(new BackendException("away"));
                    }
                    return null;
                }));
            }
            for (Future<?> each : ended) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(rounds).extracting(CallCounts::failures).containsOnly(Map.of(BackendException.class, (long)
                THREADS));
    }
}
