package io.distid.bench.exposure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.bench.SuppliedIds;
import io.distid.bench.report.Exposure;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class OutsiderTest {
    private final AtomicLong counter = new AtomicLong(1);

    @Test
    void oneCounterOfTwoNodesTellsTheTrueVolume() {
        LongIdGenerator node = generator(counter::getAndIncrement);

        assertThat(Outsider.volume(node, node)).isEqualTo(1);
    }

    @Test
    void numbersThatAreLeftOutAreTakenForIds() {
        LongIdGenerator node = generator(() -> counter.getAndAdd(10));

        assertThat(Outsider.volume(node, node)).isEqualTo(10);
    }

    @Test
    void aNodeWithNumbersOfItsOwnHidesTheOther() {
        LongIdGenerator node = generator(counter::getAndIncrement);
        AtomicLong elsewhere = new AtomicLong(1_000_000);

        assertThat(Outsider.volume(node, generator(elsewhere::getAndIncrement))).isCloseTo(0.5, within(0.1));
    }

    @Test
    void randomNumbersCountNothing() {
        Random random = new Random(5);
        LongIdGenerator node = generator(() -> random.nextLong() >>> 1);

        assertThat(Outsider.volume(node, node)).isNull();
    }

    @Test
    void theErrorOfATimeIsItsMeanDistance() {
        Sample ids = new Sample();
        ids.add(0, 1000, 1000.5);
        ids.add(0, 2000, 1998.5);

        assertThat(Outsider.timeError(ids, (high, low) -> low)).isEqualTo(1);
    }

    @Test
    void whatIsWatchedComesSinglyAndItsTimeIsReadRight() throws InterruptedException {
        double hour = Duration.ofHours(1).toMillis();
        LongIdGenerator clock = generator(() -> System.currentTimeMillis() + (long) hour << 22);
        Outsider outsider = new Outsider(clock, (high, low) -> low >>> 22);

        long begin = System.nanoTime();
        outsider.watch(50);
        double took = (System.nanoTime() - begin) / 1e6;
        Exposure exposure = outsider.learn(clock);

        // The gaps are random but the same in each run, and no id comes before its time.
        assertThat(took).isGreaterThan(50);
        assertThat(exposure.volume()).isNull();
        assertThat(exposure.timeErrorMillis()).isCloseTo(hour, within(took));
    }

    @Test
    void whatIsWatchedIsGuessedAndItsVolumeToldWhereItCounts() throws InterruptedException {
        LongIdGenerator node = generator(counter::getAndIncrement);
        Outsider outsider = new Outsider(node, null);

        outsider.watch(20);
        Exposure exposure = outsider.learn(node);

        assertThat(exposure).isEqualTo(new Exposure(1, 1, 1.0, null));
    }

    private static LongIdGenerator generator(LongSupplier ids) {
        return new SuppliedIds("test", Ordering.NONE, ids);
    }
}
