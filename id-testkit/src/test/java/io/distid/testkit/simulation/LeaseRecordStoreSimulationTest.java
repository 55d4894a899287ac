package io.distid.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.simulation.Simulation.Outcome;
import io.distid.testkit.simulation.Simulation.Result;
import io.distid.testkit.simulation.Statistics.What;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The protocol that all leased sources share, under all faults, and without each of its protections. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeaseRecordStoreSimulationTest {
    private static final int WORLDS = 300;
    /** Each protection that is missing is seen within as many. */
    private static final int CONTROL_WORLDS = 100;

    private static final int MOST_CONTROL_WORLDS = 2_000;
    private static final Set<SimulatedFault> ALL = EnumSet.complementOf(
            EnumSet.of(SimulatedFault.LOCK_DELETED, SimulatedFault.OTHER_PATH, SimulatedFault.POWER_LOST));

    @Test
    void noIdIsRepeatedInAnyWorld() {
        Result result = Simulation.of(LeaseRecordStore::new, ALL).requireSound("the record store", WORLDS);
        EnumSet<What> never = EnumSet.of(What.LOCK_DELETED, What.POWER_LOST);
        for (What what : EnumSet.complementOf(never)) {
            assertThat(result.statistics().get(what)).as("how often: %s", what).isGreaterThan(result.worlds() / 100);
        }
    }

    /** In a world with one fault, another does not make up for a protection that is missing. */
    @ParameterizedTest
    @Tag("slow")
    @EnumSource(
            value = SimulatedFault.class,
            names = {"LOCK_DELETED", "OTHER_PATH", "POWER_LOST"},
            mode = EnumSource.Mode.EXCLUDE)
    void noIdIsRepeatedWithOneFaultAlone(SimulatedFault fault) {
        Result result = Simulation.of(LeaseRecordStore::new, SimulatedFault.troublesAnd(fault))
                .runExactly(CONTROL_WORLDS);
        assertThat(result.bad()).isEmpty();
    }

    @Test
    void worldIsTheSameEachTime() {
        Simulation simulation = Simulation.of(LeaseRecordStore::new, ALL);
        for (long seed = 1; seed <= 20; seed++) {
            Outcome once = simulation.runWorld(seed, false);
            Outcome again = simulation.runWorld(seed, false);
            assertThat(again.statistics().toString())
                    .as("world %d", seed)
                    .isEqualTo(once.statistics().toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NO_STAMP, CRASH",
        "NO_FLOOR, WIPED",
        "NO_FLOOR, RECORD_LOST",
        "NO_COUNT, RECORD_LOST",
        "NO_LIMIT, WIPED",
        "REPEAT_WITHOUT_STAMP, ANSWER_LOST",
        "REPEAT_WITHOUT_STAMP, DELIVERED_TWICE",
        "SAME_TOKEN, CLONED",
        "ANY_LAYOUT, OTHER_LAYOUT"
    })
    void idsAreRepeatedWithoutTheProtection(Flaw flaw, SimulatedFault fault) {
        Simulation.of(world -> new LeaseRecordStore(world, EnumSet.of(flaw)), SimulatedFault.troublesAnd(fault))
                .requireUnsafe(flaw + " with " + fault, MOST_CONTROL_WORLDS);
    }

    @Test
    void lossThatIsNotToldIsSeen() {
        Result result = Simulation.of(
                        world -> new LeaseRecordStore(world, EnumSet.of(Flaw.LOSS_GOES_ON)),
                        SimulatedFault.troublesAnd(SimulatedFault.WIPED))
                .runExactly(CONTROL_WORLDS);
        List<Outcome> bad = result.bad();
        assertThat(bad).hasSizeGreaterThan(CONTROL_WORLDS / 100);
        assertThat(bad.get(0).violations().toString()).contains("was asked for after the loss was noticed");
    }
}
