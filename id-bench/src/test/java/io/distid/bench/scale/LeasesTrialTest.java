package io.distid.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeasesTrialTest {
    @TempDir
    private Path folder;

    /** As those do with which a client connected: one lease on etcd was renewed by -3 threads once. */
    @Test
    void threadsThatEndInTheMeantimeAreNotTakenOffThoseThatRenew() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread[] others = new Thread[8];
        for (int i = 0; i < others.length; i++) {
            others[i] = new Thread(() -> awaitQuietly(end));
            others[i].setDaemon(true);
            others[i].start();
        }
        Map<String, String> settings =
                Map.of("file", folder.resolve("node").toString(), "id", "1", "file-create", "true");
        try (LeasesTrial trial = new LeasesTrial("file", settings)) {
            trial.acquire("growth", 16, 1, Duration.ofMillis(200));
            end.countDown();
            for (Thread other : others) {
                other.join();
            }

            TrialFigures found = trial.watch(Duration.ofMillis(500));

            assertThat(found.all().get(ScaleFigure.LEASE_THREADS)).isBetween(1.0, 3.0);
            assertThat(found.all().get(ScaleFigure.RENEWALS)).isPositive();
        }
    }

    private static void awaitQuietly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
