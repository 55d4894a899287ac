package io.distid.bench.workshop.growth;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.worker.WorkerIds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LeasesTrialTest {
    /** Longer than a busy machine stands still; the first id of a generator comes after it. */
    private static final Duration RESERVATION = Duration.ofSeconds(20);

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
        try (OpenTrial open = new OpenTrial("file", settings, 1)) {
            LeasesTrial trial = open.trial();
            trial.acquire("growth", 16, 1, Duration.ofMillis(200));
            end.countDown();
            for (Thread other : others) {
                other.join();
            }

            Map<ScaleFigure, Double> found = untilRenewed(trial, Duration.ofMillis(500));

            assertThat(found.get(ScaleFigure.LEASE_THREADS)).isBetween(1.0, 3.0);
            assertThat(found.get(ScaleFigure.RENEWALS)).isPositive();
        }
    }

    /** One source renews all that it holds by a thread or two. */
    @Test
    void eachOfSeveralSourcesRenewsWhatItHolds() throws Exception {
        try (Servers servers = new Servers()) {
            orSkip(() -> {
                servers.start(ServerKind.REDIS);
                return servers;
            });
            Map<String, String> settings = new TreeMap<>(LeasesProcess.ofSource("redis", servers));
            settings.put("timeout", "60s");
            try (OpenTrial open = new OpenTrial("redis", settings, 4)) {
                LeasesTrial trial = open.trial();
                trial.acquire(servers.runName(), 8, 8, Duration.ofMillis(500));

                Map<ScaleFigure, Double> found = untilRenewed(trial, Duration.ofSeconds(1));

                assertThat(found.get(ScaleFigure.LEASE_THREADS)).isGreaterThanOrEqualTo(4.0);
                assertThat(found.get(ScaleFigure.RENEWALS)).isPositive();
            }
        }
    }

    /** As a fleet starts beside a generator that goes on. */
    @Test
    void sourcesAcquireAtOnceWhileAGeneratorIsCalled() throws Exception {
        try (Servers servers = new Servers()) {
            orSkip(() -> {
                servers.start(ServerKind.REDIS);
                return servers;
            });
            Map<String, String> settings = new TreeMap<>(LeasesProcess.ofSource("redis", servers));
            settings.put("timeout", "60s");
            try (OpenTrial open = new OpenTrial("redis", settings, 4)) {
                LeasesTrial trial = open.trial();
                trial.live(servers.runName(), 64, RESERVATION);

                assertThat(trial.acquireTogether(servers.runName(), 64, 5, RESERVATION))
                        .isEqualTo(20);
                assertThat(trial.lived()).isZero();
            }
        }
    }

    /** Up to twenty times: a machine that stands still renews nothing in such a time. */
    private static Map<ScaleFigure, Double> untilRenewed(LeasesTrial trial, Duration window)
            throws InterruptedException {
        Map<ScaleFigure, Double> found = trial.watch(window);
        for (int i = 1; i < 20 && found.get(ScaleFigure.RENEWALS) == 0; i++) {
            found = trial.watch(window);
        }
        return found;
    }

    private record OpenTrial(LeasesTrial trial) implements AutoCloseable {
        OpenTrial(String worker, Map<String, String> settings, int count) {
            this(new LeasesTrial());
            trial.open(worker, settings, count);
        }

        @Override
        public void close() {
            trial.release();
            trial.sources.forEach(WorkerIds::close);
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
