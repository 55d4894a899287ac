package io.distid.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConcurrentUseTest {
    private static final int THREADS = 4;
    private static final int EACH = 300;

    @Test
    void generatorsThatAreAddedAndRegistriesThatAreBoundAtOnceAllHaveTheirMeters() throws Exception {
        DistidMetrics metrics = new DistidMetrics();
        List<GivenGenerator> held = new ArrayList<>();
        for (int i = 0; i < THREADS * EACH; i++) {
            held.add(new GivenGenerator(GivenGenerator.allFigures().build()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<List<SimpleMeterRegistry>>> bound = new ArrayList<>();
        try {
            for (int thread = 0; thread < THREADS; thread++) {
                int member = thread;
                bound.add(threads.submit(() -> use(metrics, member, held)));
            }
            List<SimpleMeterRegistry> registries = new ArrayList<>();
            for (Future<List<SimpleMeterRegistry>> ended : bound) {
                registries.addAll(ended.get());
            }
            assertThat(registries)
                    .hasSize(THREADS * EACH / 100)
                    .allSatisfy(registry -> assertThat(
                                    registry.find("distid.lead").gauges())
                            .extracting(gauge -> gauge.getId().getTag("generator"))
                            .containsExactlyInAnyOrder(
                                    "generator 0 299", "generator 1 299", "generator 2 299", "generator 3 299"));
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<SimpleMeterRegistry> use(DistidMetrics metrics, int member, List<GivenGenerator> held) {
        List<SimpleMeterRegistry> bound = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            metrics.add("generator " + member + " " + i, held.get(member * EACH + i));
            if (i % 100 == 50) {
                SimpleMeterRegistry registry = new SimpleMeterRegistry();
                metrics.bindTo(registry);
                bound.add(registry);
            }
            metrics.remove("generator " + member + " " + (i - 1));
        }
        return bound;
    }

    @Test
    void scrapesAtOnceWaitForOneSnapshot() throws Exception {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        AtomicLong nanos = new AtomicLong();
        StatsReading reading = new StatsReading("orders", generator, nanos::get);
        nanos.addAndGet(StatsReading.KEPT.toNanos());
        generator.asked.set(0);
        CountDownLatch goOn = new CountDownLatch(1);
        generator.stats = () -> {
            await(goOn);
            return GivenGenerator.allFigures().retries(7).build();
        };
        List<FutureTask<Double>> scrapes = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            FutureTask<Double> scrape = new FutureTask<>(
                    () -> reading.now(now -> now.retries().orElseThrow()).applyAsDouble(generator));
            scrapes.add(scrape);
            threads.add(new Thread(scrape));
        }
        threads.forEach(Thread::start);
        while (threads.stream()
                .map(Thread::getState)
                .anyMatch(state -> state == Thread.State.RUNNABLE || state == Thread.State.NEW)) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        for (FutureTask<Double> scrape : scrapes) {
            assertThat(scrape.get()).isEqualTo(7);
        }
        assertThat(generator.asked).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
