package io.distid.bench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.bench.results.LeastIds;
import io.distid.bench.subject.SuppliedIds;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {
    private final AtomicLong last = new AtomicLong();
    private final LongIdGenerator generator = new SuppliedIds("counter", Ordering.GLOBAL, last::incrementAndGet);

    /** As where a thread gets no core until its time is up. */
    @Test
    void eachGeneratorGivesTheLeastThatShowsSomethingHoweverShortTheTimeIs() throws InterruptedException {
        History history = new HistoryRecorder(3, 20_000, Duration.ZERO).record(List.of(generator, generator));

        assertThat(history.fewest()).isGreaterThanOrEqualTo(LeastIds.PER_NODE);
        assertThat(history.size()).isLessThan(20_000);
        assertThat(UniquenessCheck.of(history).result().tooFew()).isFalse();
    }

    @Test
    void fewerShowNothing() throws InterruptedException {
        History history = new HistoryRecorder(1, 999, Duration.ofMinutes(1)).record(List.of(generator, generator));

        assertThat(history.fewest()).isEqualTo(999);
        assertThat(UniquenessCheck.of(history).result().duplicates()).isZero();
        assertThat(UniquenessCheck.of(history).result().tooFew()).isTrue();
    }
}
