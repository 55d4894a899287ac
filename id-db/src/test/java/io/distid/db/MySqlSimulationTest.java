package io.distid.db;

import io.distid.db.SimulatedTable.Flaw;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.Simulation;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The leases of {@code worker=mysql} in simulated clusters, on a model of their table, and on models that lack something. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MySqlSimulationTest {
    private static final int WORLDS = 200;
    private static final int CONTROL_WORLDS = 2_000;
    private static final Set<SimulatedFault> ALL = EnumSet.complementOf(
            EnumSet.of(SimulatedFault.LOCK_DELETED, SimulatedFault.OTHER_PATH, SimulatedFault.POWER_LOST));

    @Test
    void noIdIsRepeatedInAnyWorld() {
        Simulation.of(world -> new SimulatedTable(world, EnumSet.noneOf(Flaw.class)), ALL)
                .requireSound("worker=mysql", WORLDS);
    }

    @ParameterizedTest
    @CsvSource({
        "NO_FLOOR, WIPED",
        "NO_FLOOR, RECORD_LOST",
        "NO_COUNT, RECORD_LOST",
        "OTHER_MAX_AHEAD, WIPED",
        "ANY_TOKEN, CLONED",
        "ANY_LAYOUT, OTHER_LAYOUT",
        "ANY_SERVER, ROLLED_BACK"
    })
    void idsAreRepeatedWithoutTheProtection(Flaw flaw, SimulatedFault fault) {
        Simulation.of(world -> new SimulatedTable(world, EnumSet.of(flaw)), SimulatedFault.troublesAnd(fault))
                .requireUnsafe(flaw + " with " + fault, CONTROL_WORLDS);
    }

    /** Of very many worlds, since one has to be late, and another take its id, before the server is another one. */
    @Test
    @Tag("slow")
    void idsAreRepeatedWhereALateHolderGoesOnWhereItWas() {
        Simulation.of(
                        world -> new SimulatedTable(world, EnumSet.of(Flaw.ANY_LATE)),
                        SimulatedFault.troublesAnd(SimulatedFault.ROLLED_BACK))
                .requireUnsafe(Flaw.ANY_LATE + " with " + SimulatedFault.ROLLED_BACK, 10 * CONTROL_WORLDS);
    }
}
