package io.distid.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CoreToCoreLatencyTest {

    @Test
    void aWordTakesSomeTimeFromCoreToCore() {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);

        OptionalLong handover = CoreToCoreLatency.handover();

        // None while others hold the cores.
        handover.ifPresent(nanos -> assertThat(nanos).isBetween(1L, 20_000L));
    }

    @Test
    void aSliceInWhichAThreadLostItsCoreTellsNothing() {
        assertThat(CoreToCoreLatency.perHandover(2_000_000, 20_000)).hasValue(100);
        assertThat(CoreToCoreLatency.perHandover(2_278_000, 100)).isEmpty();
        assertThat(CoreToCoreLatency.perHandover(2_000_000, 1)).isEmpty();
        assertThat(CoreToCoreLatency.perHandover(2_000_000, 0)).isEmpty();
        assertThat(CoreToCoreLatency.perHandover(20, 40)).hasValue(1);
    }

    @Test
    void coresThatStayWhereTheyAreAreNotSpokenOf() {
        assertThat(CoreToCoreLatency.moved(List.of())).isEmpty();
        assertThat(CoreToCoreLatency.moved(List.of(44L, 40L, 119L))).isEmpty();
    }

    @Test
    void movedCoresAreSaidWithFigures() {
        assertThat(CoreToCoreLatency.moved(List.of(44L, 205L, 40L, 120L)))
                .startsWith("a word took 40 to 205 ns from one core to the other")
                .contains("in 2 of 4 samples");
    }
}
