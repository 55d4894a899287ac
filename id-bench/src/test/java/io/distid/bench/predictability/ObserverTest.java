package io.distid.bench.predictability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.bench.results.Predictability;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.SuppliedIds;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Ids of time and sequence, of which the observer guesses most as numbers, and none as opaque texts. */
    @ParameterizedTest
    @CsvSource({"snowflake, PER_GENERATOR", "snowflake text=opaque, NONE"})
    void opaqueTextsAreNeverGuessedAndHaveNoOrder(String name, Ordering order) throws InterruptedException {
        Subject subject = Catalogue.subject(name);
        try (Servers servers = new Servers();
                IdGenerator one = subject.open(900, servers);
                IdGenerator two = subject.open(901, servers)) {
            Observer observer = new Observer(one, subject.time());
            observer.watch(200);
            Predictability learned = observer.learn(two);

            assertThat(one.traits().ordering()).isEqualTo(order);
            if (order == Ordering.NONE) {
                assertThat(learned.guessed()).isZero();
                assertThat(learned.guessedFlatOut()).isZero();
                assertThat(increases((UuidGenerator) one)).isBetween(0.4, 0.6);
            } else {
                assertThat(learned.guessedFlatOut()).isGreaterThan(0.5);
            }
        }
    }

    /** The share of ids that are greater than the one before: a half where there is no order. */
    private static double increases(UuidGenerator generator) {
        int greater = 0;
        UUID last = generator.nextUuid();
        for (int i = 0; i < 10_000; i++) {
            UUID next = generator.nextUuid();
            greater += Long.compareUnsigned(next.getMostSignificantBits(), last.getMostSignificantBits()) > 0 ? 1 : 0;
            last = next;
        }
        return greater / 10_000.0;
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
    void whatIsWatchedIsGuessedAndItsVolumeReportedWhereItCounts() throws InterruptedException {
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
