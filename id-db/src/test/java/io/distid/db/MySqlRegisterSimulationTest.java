package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.db.SimulatedRegister.Flaw;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.Simulation;
import io.distid.testkit.simulation.Simulation.Result;
import io.distid.testkit.simulation.Statistics.What;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of {@code worker=mysql-register} in simulated clusters, on a model of their register and of the nodes' files. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MySqlRegisterSimulationTest {
    private static final int WORLDS = 40;
    private static final int MANY_WORLDS = 200;
    private static final int CONTROL_WORLDS = 2_000;
    private static final Set<SimulatedFault> ALL = EnumSet.complementOf(EnumSet.of(SimulatedFault.OTHER_PATH));
    private static final Set<SimulatedFault> OF_A_SOUND_TABLE = EnumSet.complementOf(EnumSet.of(
            SimulatedFault.OTHER_PATH,
            SimulatedFault.WIPED,
            SimulatedFault.RECORD_LOST,
            SimulatedFault.ROLLED_BACK,
            SimulatedFault.RESTORED));

    @Test
    void noIdIsRepeatedInAnyWorldWhoseNodesReachTheRegister() {
        requireSoundAndLossNoticed(WORLDS);
    }

    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyOfManyWorldsWhoseNodesReachTheRegister() {
        requireSoundAndLossNoticed(MANY_WORLDS);
    }

    /** The worker id's own record is all that a node needs, if the table loses nothing. */
    @Test
    void noIdIsRepeatedInAnyWorldWhoseNodesGoOnByTheirFiles() {
        run(EnumSet.of(Flaw.FILE_ALONE), OF_A_SOUND_TABLE, WORLDS);
    }

    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyOfManyWorldsWhoseNodesGoOnByTheirFiles() {
        run(EnumSet.of(Flaw.FILE_ALONE), OF_A_SOUND_TABLE, MANY_WORLDS);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "NO_FLOOR, WIPED",
        "ANY_TOKEN, WIPED",
        "ANY_CLOCK, WIPED",
        "FILE_ALONE, WIPED",
        "OLD_FILE, CRASH",
        "UNSOUND_DISK, LOCK_DELETED",
        "UNSOUND_DISK, CLONED",
        "ANY_LAYOUT, OTHER_LAYOUT"
    })
    void idsAreRepeatedWithoutTheProtection(Flaw flaw, SimulatedFault fault) {
        Simulation.of(world -> new SimulatedRegister(world, EnumSet.of(flaw)), SimulatedFault.troublesAnd(fault))
                .requireUnsafe(flaw + " with " + fault, CONTROL_WORLDS);
    }

    private static void requireSoundAndLossNoticed(int worlds) {
        Result result = run(EnumSet.noneOf(Flaw.class), ALL, worlds);
        assertThat(result.statistics().get(What.LOSS_NOTICED)).isPositive();
    }

    private static Result run(Set<Flaw> flaws, Set<SimulatedFault> faults, int worlds) {
        return Simulation.of(world -> new SimulatedRegister(world, flaws), faults)
                .requireSound("worker=mysql-register", worlds);
    }
}
