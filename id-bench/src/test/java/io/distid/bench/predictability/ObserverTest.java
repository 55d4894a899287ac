package io.distid.bench.predictability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.bench.results.Predictability;
import io.distid.bench.subject.SuppliedIds;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ObserverTest {
    private final AtomicLong counter = new AtomicLong(1);

    @Test
    void oneCounterOfTwoNodesTellsTheTrueVolume() {
        LongIdGenerator node = generator(counter::getAndIncrement);

        assertThat(Observer.volume(node, node)).isEqualTo(1);
    }

    @Test
    void numbersThatAreLeftOutAreTakenForIds() {
        LongIdGenerator node = generator(() -> counter.getAndAdd(10));

        assertThat(Observer.volume(node, node)).isEqualTo(10);
    }

    @Test
    void aNodeWithNumbersOfItsOwnHidesTheOther() {
        LongIdGenerator node = generator(counter::getAndIncrement);
        AtomicLong elsewhere = new AtomicLong(1_000_000);

        assertThat(Observer.volume(node, generator(elsewhere::getAndIncrement))).isCloseTo(0.5, within(0.1));
    }

    @Test
    void randomNumbersCountNothing() {
        Random random = new Random(5);
        LongIdGenerator node = generator(() -> random.nextLong() >>> 1);

        assertThat(Observer.volume(node, node)).isNull();
    }

    @Test
    void theErrorOfATimeIsItsMeanDistance() {
        ObservedIds ids = new ObservedIds();
        ids.add(0, 1000, 1000.5);
        ids.add(0, 2000, 1998.5);

        assertThat(Observer.timeError(ids, (high, low) -> low)).isEqualTo(1);
    }

    @Test
    void whatIsWatchedComesSinglyAndItsTimeIsReadRight() throws InterruptedException {
        double hour = Duration.ofHours(1).toMillis();
        LongIdGenerator clock = generator(() -> System.currentTimeMillis() + (long) hour << 22);
        Observer observer = new Observer(clock, (high, low) -> low >>> 22);

        long begin = System.nanoTime();
        observer.watch(50);
        double took = (System.nanoTime() - begin) / 1e6;
        Predictability predictability = observer.learn(clock);

        // The gaps are random but the same in each run, and no id comes before its time.
        assertThat(took).isGreaterThan(50);
        assertThat(predictability.volume()).isNull();
        assertThat(predictability.timeErrorMillis()).isCloseTo(hour, within(took));
    }

    @Test
    void whatIsWatchedIsGuessedAndItsVolumeToldWhereItCounts() throws InterruptedException {
        LongIdGenerator node = generator(counter::getAndIncrement);
        Observer observer = new Observer(node, null);

        observer.watch(20);
        Predictability predictability = observer.learn(node);

        assertThat(predictability).isEqualTo(new Predictability(1, 1, 1.0, null));
    }

    private static LongIdGenerator generator(LongSupplier ids) {
        return new SuppliedIds("test", Ordering.NONE, ids);
    }
}
