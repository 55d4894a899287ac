package io.distid.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.FaultPlan;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void theSameSeedGivesTheSameSchedule() {
        assertThat(plans(7)).isEqualTo(plans(7));
    }

    @Test
    void anotherSeedGivesAnotherSchedule() {
        assertThat(plans(7)).isNotEqualTo(plans(8));
    }

    @Test
    void eachCellHasItsOwn() {
        assertThat(plans(7)).doesNotHaveDuplicates();
    }

    @Test
    void theSeedDecidesWhichNodeIsHit() {
        assertThat(LongStream.range(0, 50)
                        .mapToObj(seed -> Schedule.plan(seed, "clock-back", "snowflake", 100)
                                .victim())
                        .distinct())
                .containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aClockJumpsBackAndAheadByTurns() {
        List<Integer> jumps = Schedule.plan(7, "clock-strobe", "snowflake", 100).jumps();

        for (int jump = 0; jump < jumps.size(); jump++) {
            assertThat(jump % 2 == 0 ? -jumps.get(jump) : jumps.get(jump)).isBetween(50, 200);
        }
        assertThat(jumps).hasSize(20);
    }

    private static List<FaultPlan> plans(long seed) {
        return List.of(
                Schedule.plan(seed, "clock-back", "snowflake", 100),
                Schedule.plan(seed, "clock-back", "uuid-v7", 100),
                Schedule.plan(seed, "process-kill", "snowflake", 100));
    }
}
