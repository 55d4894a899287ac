package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import io.distid.internal.worker.FixedWorkerIdsProvider;
import io.distid.snowflake.Snowflake;
import io.distid.spi.IdConfig;
import io.distid.spring.boot.GeneratorHealth.Status;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GeneratorHealthTest {

    @Test
    void generatorIsOutOfServiceUntilTheClockHasReachedTheNextId() {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        InstantSource clock = () -> Instant.now().plus(ahead.get());
        FixedWorkerIdsProvider fixed = new FixedWorkerIdsProvider();
        try (WorkerIds workers = fixed.open(IdConfig.of(fixed, Map.of("id", "3")));
                LongIdGenerator ids = Snowflake.builder().clock(clock).open(workers)) {
            ids.nextId();
            assertThat(GeneratorHealth.of(ids).status()).isEqualTo(Status.UP);

            ahead.set(Duration.ofHours(-1));
            GeneratorHealth behind = GeneratorHealth.of(ids);
            assertThat(behind.status()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(behind.details()).containsKey("refusedUntil");

            ahead.set(Duration.ofMinutes(1));
            assertThat(GeneratorHealth.of(ids).status()).isEqualTo(Status.UP);
        }
    }
}
