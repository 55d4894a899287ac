package io.distid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RowCleanerTest {
    /** Of a thousand processes with 50 rows each none would clean once in 10^22 times. */
    @Test
    void processesThatEndAfterAFewRowsDeleteOldOnesAsOftenAsOneThatGoesOn() {
        AtomicInteger deletions = new AtomicInteger();
        for (int process = 0; process < 1_000; process++) {
            try (RowCleaner cleaner = new RowCleaner("test", true, Duration.ofSeconds(60))) {
                cleaner.made(50, most -> {
                    deletions.incrementAndGet();
                    return 0;
                });
            }
        }
        assertThat(deletions.get()).as("deletions for 50,000 rows").isBetween(1, 200);
    }
}
