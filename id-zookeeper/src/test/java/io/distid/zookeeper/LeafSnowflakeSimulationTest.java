package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.Simulation;
import io.distid.testkit.simulation.Simulation.Result;
import io.distid.zookeeper.SimulatedTree.Flaw;
import io.distid.zookeeper.SimulatedTree.Kind;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leaf fleets in simulated clusters, on a model of ZooKeeper, and on models that lack something. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeafSnowflakeSimulationTest {
    private static final int WORLDS = 20;
    private static final int MANY_WORLDS = 100;
    private static final int FILE_WORLDS = 12;
    private static final int CONTROL_WORLDS = 2_000;
    private static final Set<SimulatedFault> ALL = EnumSet.complementOf(EnumSet.of(SimulatedFault.OTHER_PATH));

    /** A node with a file goes on by it where the ensemble cannot be reached; so that must not have lost what it knew of others. */
    private static final Set<SimulatedFault> OF_A_SOUND_ENSEMBLE = EnumSet.complementOf(EnumSet.of(
            SimulatedFault.OTHER_PATH,
            SimulatedFault.WIPED,
            SimulatedFault.RECORD_LOST,
            SimulatedFault.ROLLED_BACK,
            SimulatedFault.RESTORED));

    @Test
    void noIdIsRepeatedInAnyWorld() {
        requireSound(WORLDS);
    }

    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyOfManyWorlds() {
        requireSound(MANY_WORLDS);
    }

    /** Few worlds, since their nodes hardly ever stop. A file whose number was given on an operator has to remove. */
    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyWorldWhoseNodesGoOnByTheirFiles() {
        Result result = Simulation.of(
                        world -> new SimulatedTree(world, Kind.LEAF_AND_FILE, Flaw.NONE), OF_A_SOUND_ENSEMBLE)
                .run(FILE_WORLDS);
        System.out.println("simulation of ZooKeeper, LEAF_AND_FILE: " + result);
        assertThat(result.unsafe())
                .as("worlds in which an id was wrong: %s", result.bad())
                .isZero();
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"LEAF, OLD_PARENTS, WIPED", "LEAF, ANY_LAYOUT, OTHER_LAYOUT", "LEAF_AND_FILE, NONE, WIPED"})
    void idsAreRepeatedWithoutTheProtection(Kind kind, Flaw flaw, SimulatedFault fault) {
        Simulation.of(world -> new SimulatedTree(world, kind, flaw), SimulatedFault.troublesAnd(fault))
                .requireUnsafe(kind + ", " + flaw + " with " + fault, CONTROL_WORLDS);
    }

    private static void requireSound(int worlds) {
        Simulation.of(world -> new SimulatedTree(world, Kind.LEAF, Flaw.NONE), ALL)
                .requireSound("ZooKeeper, LEAF", worlds);
    }
}
