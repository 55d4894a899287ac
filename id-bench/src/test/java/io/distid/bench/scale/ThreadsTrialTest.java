package io.distid.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.distid.BackendException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What of slow calls is counted: those that end in the window, whenever they began. */
class ThreadsTrialTest {
    private static final int THREADS = 3;
    private static final Duration WINDOW = Duration.ofSeconds(2);

    /** The first call of each thread begins in the warm-up and ends in the window, the second begins in it and ends after it. */
    @Test
    void aCallCountsWhenItEndsAndNotWhenItBegins() throws InterruptedException {
        // Up to five times: where the machine stands still for a second, calls end beside the window.
        for (int i = 0; i < 4; i++) {
            try {
                requireCountedByItsEnd();
                return;
            } catch (AssertionError late) {
                // Once more.
            }
        }
        requireCountedByItsEnd();
    }

    private static void requireCountedByItsEnd() throws InterruptedException {
        ThreadLocal<Boolean> isSecond = ThreadLocal.withInitial(() -> false);
        LongSupplier slow = () -> {
            sleep(WINDOW);
            if (isSecond.get()) {
                throw new BackendException("a store that is asked by too many");
            }
            isSecond.set(true);
            return 1;
        };

        TrialFigures found = new ThreadsTrial(slow, false).run(THREADS, WINDOW);

        assertThat(found.all().get(ScaleFigure.RATE)).isEqualTo(THREADS / 2.0, within(0.2));
        assertThat(found.all().get(ScaleFigure.FAILED)).isZero();
        assertThat(found.all().get(ScaleFigure.P99)).isBetween(2e9, 3e9);
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
