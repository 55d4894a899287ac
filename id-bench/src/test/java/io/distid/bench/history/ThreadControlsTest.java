package io.distid.bench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.bench.results.Control;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThreadControlsTest {
    /** However the threads are scheduled: as often as it takes. */
    @ParameterizedTest
    @EnumSource(LosingCounter.class)
    void aCounterThatLosesCountsOfTwoThreadsIsCaught(LosingCounter counter) throws InterruptedException {
        long duplicates = 0;
        for (int attempt = 0; attempt < 1_000 && duplicates == 0; attempt++) {
            duplicates = ThreadControls.attempt(counter, 2, 20_000).result().duplicates();
        }
        assertThat(duplicates).isPositive();
    }

    @ParameterizedTest
    @EnumSource(LosingCounter.class)
    void oneThreadAloneLosesNone(LosingCounter counter) throws InterruptedException {
        assertThat(ThreadControls.attempt(counter, 1, 20_000).result().duplicates())
                .isZero();
    }

    @Test
    void bothAreRun() throws InterruptedException {
        assertThat(ThreadControls.run())
                .allSatisfy(control -> assertThat(control.caught()).isTrue())
                .extracting(Control::strategy)
                .containsExactly("plain long", "volatile long");
    }

    @Test
    void aCheckThatNeverFindsOneIsNotBelievedAfterManyAttempts() throws InterruptedException {
        List<Integer> attempts = new ArrayList<>();
        Control control = ThreadControls.run("one thread", ids -> {
            attempts.add(ids);
            return UniquenessCheck.of(
                    new HistoryRecorder(1, 2, Duration.ofSeconds(10)).record(List.of(LosingCounter.PLAIN.open())));
        });
        assertThat(control.caught()).isFalse();
        assertThat(attempts).hasSize(50).startsWith(20_000, 40_000, 80_000).endsWith(500_000);
    }

    @Test
    void noneIsAStrategyOrARow() {
        assertThat(IdGenerators.providers())
                .noneMatch(provider -> provider.name().contains("long"));
        assertThat(Catalogue.all()).extracting(Subject::name).doesNotContain("plain long", "volatile long");
    }
}
