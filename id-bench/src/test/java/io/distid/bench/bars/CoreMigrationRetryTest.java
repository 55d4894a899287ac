package io.distid.bench.bars;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoreMigrationRetryTest {
    private int measured;

    @Test
    void coresThatKeepStillAreMeasuredOnce() throws InterruptedException {
        CoreMigrationRetry cores = new CoreMigrationRetry(() -> true, 0);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(new CoreMigrationRetry.Measured<>(1, false));
        assertThat(cores.message()).isEmpty();
    }

    @Test
    void whatBeginsApartWaitsForThemToComeBack() throws InterruptedException {
        CoreMigrationRetry cores = seen(false, false, true, true);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(new CoreMigrationRetry.Measured<>(1, false));
        assertThat(cores.message()).isEmpty();
    }

    @Test
    void whatTheyMovedUnderIsMeasuredAgain() throws InterruptedException {
        CoreMigrationRetry cores = seen(true, false, true, true);

        assertThat(cores.measure(() -> ++measured)).isEqualTo(new CoreMigrationRetry.Measured<>(2, false));
        assertThat(cores.message())
                .contains("1 JVMs with several threads were measured again")
                .contains("0 bars");
    }

    @Test
    void onAHostThatNeverKeepsThemStillTheLastCounts() throws InterruptedException {
        CoreMigrationRetry cores = new CoreMigrationRetry(() -> false, 0);

        assertThat(cores.measure(() -> ++measured))
                .isEqualTo(new CoreMigrationRetry.Measured<>(CoreMigrationRetry.ATTEMPTS, true));
        assertThat(cores.message()).contains("2 JVMs").contains("1 bars' figures");
    }

    private static CoreMigrationRetry seen(Boolean... near) {
        Deque<Boolean> looks = new ArrayDeque<>(List.of(near));
        return new CoreMigrationRetry(looks::remove, 0);
    }
}
