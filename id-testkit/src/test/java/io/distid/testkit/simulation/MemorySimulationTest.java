package io.distid.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.simulation.Simulation.Outcome;
import io.distid.testservers.fault.ObjectCopier;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lease protocol on a store whose requests are one atomic step each. */
class MemorySimulationTest extends RecordStoreSimulation {
    static final ProcessCopier COPIER =
            (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));
    private static final int RARE_CONTROL_WORLDS = 20_000;

    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedMemory(world);
    }

    @Override
    protected int worlds() {
        return 200;
    }

    @Override
    protected ProcessCopier copier() {
        return COPIER;
    }

    /** Never tagged slow: with the other stores, {@code .ci/run} switches the protections off in a part of its own. */
    @Override
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HEADER_OF_GRANT")
    void idsAreRepeatedWithoutTheProtection(Protection protection) {
        super.idsAreRepeatedWithoutTheProtection(protection);
    }

    /** It takes a store that goes back between a look and the grant that follows. */
    @Test
    @Tag("slow")
    void idsAreRepeatedWhereAGrantDoesNotAskForTheHeader() {
        requireRepeats(Protection.HEADER_OF_GRANT, RARE_CONTROL_WORLDS);
    }

    @Test
    void worldIsTheSameEachTime() {
        Simulation simulation = Simulation.of(
                        this::store,
                        EnumSet.complementOf(EnumSet.of(SimulatedFault.LOCK_DELETED, SimulatedFault.POWER_LOST)))
                .copying(copier());
        for (long seed = 1; seed <= 20; seed++) {
            Outcome once = simulation.runWorld(seed, false);
            Outcome again = simulation.runWorld(seed, false);
            assertThat(again.statistics().toString())
                    .as("world %d", seed)
                    .isEqualTo(once.statistics().toString());
        }
    }
}
