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
import org.junit.jupiter.params.provider.EnumSource;

/** Both kinds of worker ids in simulated clusters, on a model of ZooKeeper, and on models that lack something. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZooKeeperSimulationTest {
    private static final int WORLDS = 20;
    private static final int MANY_WORLDS = 100;
    private static final int FILE_WORLDS = 12;
    private static final int WORLDS_OF_PAUSES = 1_500;
    private static final int CONTROL_WORLDS = 2_000;
    private static final Set<SimulatedFault> ALL = EnumSet.complementOf(EnumSet.of(SimulatedFault.OTHER_PATH));

    /** A node with a file goes on by it where the ensemble cannot be reached; so that must not have lost what it knew of others. */
    private static final Set<SimulatedFault> OF_A_SOUND_ENSEMBLE = EnumSet.complementOf(EnumSet.of(
            SimulatedFault.OTHER_PATH,
            SimulatedFault.WIPED,
            SimulatedFault.RECORD_LOST,
            SimulatedFault.ROLLED_BACK,
            SimulatedFault.RESTORED));

    @ParameterizedTest
    @EnumSource(names = "LEAF_AND_FILE", mode = EnumSource.Mode.EXCLUDE)
    void noIdIsRepeatedInAnyWorld(Kind kind) {
        requireSound(kind, WORLDS);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = "LEAF_AND_FILE", mode = EnumSource.Mode.EXCLUDE)
    void noIdIsRepeatedInAnyOfManyWorlds(Kind kind) {
        requireSound(kind, MANY_WORLDS);
    }

    /**
     * Whether it is a holder whose lease was over, or one who looked before he raised the floor. Many worlds, since each of these has to meet a start on older data, and
     * no fault but those that it takes.
     */
    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyWorldWhereWhoeverWasPausedFindsOlderData() {
        Simulation.of(
                        world -> new SimulatedTree(world, Kind.LEASE, Flaw.NONE),
                        EnumSet.of(SimulatedFault.CRASH, SimulatedFault.PAUSE, SimulatedFault.ROLLED_BACK))
                .requireSound("ZooKeeper, LEASE, pauses and older data", WORLDS_OF_PAUSES);
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
    @CsvSource({
        "LEASE, OLD_PARENTS, WIPED",
        "LEAF, OLD_PARENTS, WIPED",
        "LEASE, NO_REMOVALS, RECORD_LOST",
        "LEASE, ANY_VERSION, CLONED",
        "LEASE, ANY_LAYOUT, OTHER_LAYOUT",
        "LEASE, ANY_EPOCH, ROLLED_BACK",
        "LEAF, ANY_LAYOUT, OTHER_LAYOUT",
        "LEAF_AND_FILE, NONE, WIPED"
    })
    void idsAreRepeatedWithoutTheProtection(Kind kind, Flaw flaw, SimulatedFault fault) {
        Simulation.of(world -> new SimulatedTree(world, kind, flaw), SimulatedFault.troublesAnd(fault))
                .requireUnsafe(kind + ", " + flaw + " with " + fault, CONTROL_WORLDS);
    }

    private static void requireSound(Kind kind, int worlds) {
        Simulation.of(world -> new SimulatedTree(world, kind, Flaw.NONE), ALL)
                .requireSound("ZooKeeper, " + kind, worlds);
    }
}
