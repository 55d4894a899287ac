package io.distid.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.testkit.simulation.Simulation.Result;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The lease protocol on a model of a store, under all faults, and without each of its protections. Subclassed once for each store, beside its
 * adapter. Each test is run by one thread.
 */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class RecordStoreSimulation {
    private static final int MOST_CONTROL_WORLDS = 2_000;
    private static final int MANY = 5;
    private static final int OF_EACH_FAULT = 4;
    private static final Set<SimulatedFault> ALL =
            EnumSet.complementOf(EnumSet.of(SimulatedFault.LOCK_DELETED, SimulatedFault.POWER_LOST));

    /** For subclasses. */
    protected RecordStoreSimulation() {}

    /**
     * The store.
     *
     * @param world where it is
     * @return a new one
     */
    protected abstract SimulatedRecordStore store(World world);

    /**
     * How many worlds take a few seconds.
     *
     * @return 100 unless overridden
     */
    protected int worlds() {
        return 100;
    }

    /**
     * Whether something of this store protects from the same, so that no id is repeated without it.
     *
     * @param protection which
     * @return false unless overridden
     */
    protected boolean isDoubled(Protection protection) {
        return false;
    }

    /**
     * How a process is copied.
     *
     * @return null unless overridden: no process is copied, and what a copy is needed for is skipped
     */
    @Nullable
    protected ProcessCopier copier() {
        return null;
    }

    @Test
    void noIdIsRepeatedInAnyWorld() {
        simulation(this::store, ALL).requireSound(getClass().getSimpleName(), worlds());
    }

    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyOfManyWorlds() {
        simulation(this::store, ALL).requireSound(getClass().getSimpleName(), MANY * worlds());
    }

    /** In a world with one fault, another does not make up for a protection that is missing. */
    @ParameterizedTest
    @Tag("slow")
    @EnumSource(
            value = SimulatedFault.class,
            names = {"LOCK_DELETED", "POWER_LOST"},
            mode = EnumSource.Mode.EXCLUDE)
    void noIdIsRepeatedWithOneFaultAlone(SimulatedFault fault) {
        Result result =
                simulation(this::store, SimulatedFault.troublesAnd(fault)).runExactly(worlds() / OF_EACH_FAULT);
        assertThat(result.bad()).isEmpty();
    }

    /** What the last one is for takes thousands of worlds to happen, whatever the store: {@code MemorySimulationTest} runs them. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HEADER_OF_GRANT")
    void idsAreRepeatedWithoutTheProtection(Protection protection) {
        assumeTrue(copier() != null || protection != Protection.TOKEN, "needs a copier of processes");
        if (isDoubled(protection)) {
            Result result = simulation(world -> store(world).without(protection), protection.faults())
                    .runExactly(worlds());
            assertThat(result.bad()).isEmpty();
        } else {
            requireRepeats(protection, MOST_CONTROL_WORLDS);
        }
    }

    private Simulation simulation(Function<World, SimulatedStore> stores, Set<SimulatedFault> faults) {
        return Simulation.of(stores, faults).copying(copier());
    }

    void requireRepeats(Protection protection, int worlds) {
        simulation(world -> store(world).without(protection), protection.faults())
                .requireUnsafe(getClass().getSimpleName() + " without " + protection, worlds);
    }
}
