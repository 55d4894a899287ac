package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class GeneratorDetailsTest {

    @Test
    void leaseThatNoStoreKeepsHasNeitherABoundNorAReservation() {
        try (LongIdGenerator ids = IdGenerators.openLong("snowflake", Map.of("worker.id", "3"))) {
            assertThat(GeneratorDetails.of(ids.stats()).get("lease"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("workerId", 3)
                    .doesNotContainKeys("remaining", "reservedUntil", "reservation");
        }
    }
}
