package io.distid.bench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.bench.results.Control;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Subject;
import io.distid.bench.way.PlantedRepeat;
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
            duplicates =
                    ThreadControls.attempt(counter.open(), 2, 20_000).result().duplicates();
        }
        assertThat(duplicates).isPositive();
    }

    @ParameterizedTest
    @EnumSource(LosingCounter.class)
    void oneThreadAloneLosesNone(LosingCounter counter) throws InterruptedException {
        assertThat(ThreadControls.attempt(counter.open(), 1, 20_000).result().duplicates())
                .isZero();
    }

    @Test
    void allAreRunAndCaught() throws InterruptedException {
        assertThat(ThreadControls.run())
                .allSatisfy(control ->
                        assertThat(control.caught()).as(control.strategy()).isTrue())
                .extracting(Control::strategy)
                .containsExactly(
                        "plain long",
                        "volatile long",
                        "generator whose batches repeat",
                        "generator whose batches repeat, of UUIDs",
                        "generator whose texts repeat",
                        "generator whose texts repeat, of UUIDs",
                        "generator whose batches repeat single ids",
                        "generator whose batches repeat single ids, of UUIDs",
                        "generator whose batches repeat under threads",
                        "generator whose batches repeat under threads, of UUIDs");
    }

    /** By one thread, which no count is lost by: a way that repeats does so at once, but for the one that takes two threads. */
    @ParameterizedTest
    @EnumSource(PlantedRepeat.class)
    void aWayThatRepeatsIsCaughtAtOnce(PlantedRepeat planted) throws InterruptedException {
        for (boolean uuids : new boolean[] {false, true}) {
            assertThat(ThreadControls.attempt(planted.open(uuids), 1, 2_000)
                                    .result()
                                    .duplicates()
                            > 0)
                    .as(planted.title(uuids))
                    .isEqualTo(planted != PlantedRepeat.THREADS);
        }
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
                .noneMatch(provider -> provider.name().matches(".*(long|planted|generator).*"));
        assertThat(Catalogue.all()).extracting(Subject::name).doesNotContain("plain long", "volatile long");
    }
}
