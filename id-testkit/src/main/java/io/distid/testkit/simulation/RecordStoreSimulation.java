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
 * The lease protocol on a model of a store, under all faults, and without each of its protections in turn. Each store has a subclass beside
 * its adapter. Each test is run by one thread.
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
     * Creates the model of the store.
     *
     * @param world the world of the store
     * @return a new model
     */
    protected abstract SimulatedRecordStore store(World world);

    /**
     * How many worlds to run; they should take a few seconds.
     *
     * @return 100 unless overridden
     */
    protected int worlds() {
        return 100;
    }

    /**
     * Whether this store has a second protection against the same fault, so that no id repeats without the first.
     *
     * @param protection the protection in question
     * @return false unless overridden
     */
    protected boolean isDoubled(Protection protection) {
        return false;
    }

    /**
     * Returns the copier of processes.
     *
     * @return null unless overridden; then no process is copied, and tests that need a copy are skipped
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

    /** Each world has one fault, so that no second fault makes up for a missing protection. */
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

    /** The fault behind the last protection takes thousands of worlds with any store; {@code MemorySimulationTest} runs them. */
    @ParameterizedTest
    @Tag("slow")
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
