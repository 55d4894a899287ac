package io.distid.db;

import io.distid.sql.SimulatedTable;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.Simulation;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Nodes that lease the worker id that a register and a file keep for them, in simulated clusters. What keeps ids from repeating is the lease:
 * {@link MySqlSimulationTest} has the controls.
 */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MySqlRegisterSimulationTest {
    private static final int WORLDS = 40;
    private static final int MANY_WORLDS = 400;
    private static final Set<SimulatedFault> ALL = EnumSet.allOf(SimulatedFault.class);

    @Test
    void noIdIsRepeatedInAnyWorld() {
        requireSound(WORLDS);
    }

    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyOfManyWorlds() {
        requireSound(MANY_WORLDS);
    }

    private static void requireSound(int worlds) {
        Simulation.of(SimulatedRegister::new, ALL)
                .copying(SimulatedTable.COPIER)
                .requireSound("worker=mysql-register", worlds);
    }
}
