package io.distid.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.simulation.Simulation.Result;
import io.distid.testkit.simulation.Statistics.What;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code worker=file} in simulated clusters: several processes on each file of one disk, and other processes between all of its operations. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FileSimulationTest {
    private static final int WORLDS = 150;
    private static final int CLONED_WORLDS = 120;
    private static final int CONTROL_WORLDS = 2_000;
    private static final Set<SimulatedFault> ALL = SimulatedFault.troublesAnd(
            SimulatedFault.LOCK_DELETED,
            SimulatedFault.CLONED,
            SimulatedFault.ROLLED_BACK,
            SimulatedFault.RESTORED,
            SimulatedFault.POWER_LOST);
    /** A clock that is set back tells whether a bound was kept. */
    private static final Set<SimulatedFault> POWER = EnumSet.of(SimulatedFault.CLOCK, SimulatedFault.POWER_LOST);

    @Test
    void noIdIsRepeatedInAnyWorld() {
        Result result = Simulation.of(world -> new SimulatedFiles(world, true), ALL)
                .copying(MemorySimulationTest.COPIER)
                .requireSound("worker=file", WORLDS);
        assertThat(result.statistics().get(What.LOCK_DELETED)).isGreaterThan(result.worlds() / 10);
        assertThat(result.statistics().get(What.POWER_LOST)).isGreaterThan(result.worlds() / 10);
    }

    /** Which needs the content of a file and then its name on the disk before ids are stamped. */
    @Test
    void noIdIsRepeatedWhereThePowerIsLost() {
        Simulation.of(world -> new SimulatedFiles(world, true), POWER).requireSound("worker=file, power lost", WORLDS);
    }

    @Test
    void idsAreRepeatedOnADiskThatKeepsNothingThatWasSynced() {
        Simulation.of(world -> new SimulatedFiles(world, false), POWER)
                .requireUnsafe("power lost on a disk that keeps nothing that was synced", CONTROL_WORLDS);
    }

    /** Also where both write at the same moment, which is rare. */
    @Test
    @Tag("slow")
    void ofTwoCopiesOfAProcessOneGoesOn() {
        Result result = Simulation.of(
                        world -> new SimulatedFiles(world, true), SimulatedFault.troublesAnd(SimulatedFault.CLONED))
                .copying(MemorySimulationTest.COPIER)
                .run(CLONED_WORLDS);
        System.out.println("simulation of worker=file, copies of processes: " + result);
        assertThat(result.bad()).as("worlds with violations").isEmpty();
        assertThat(result.statistics().get(What.CLONED)).isGreaterThan(CLONED_WORLDS / 6);
    }

    /** A disk on which neither a lock file that was replaced nor the content of another is seen. */
    @Test
    void idsAreRepeatedOnADiskThatShowsNeitherLockNorContentOfAnother() {
        Simulation.of(
                        world -> new SimulatedFiles(world, false),
                        SimulatedFault.troublesAnd(SimulatedFault.LOCK_DELETED))
                .requireUnsafe(
                        "deleted locks on a disk that shows neither them nor the content of another", CONTROL_WORLDS);
    }
}
