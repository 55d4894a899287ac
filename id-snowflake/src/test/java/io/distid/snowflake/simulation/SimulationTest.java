package io.distid.snowflake.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.simulation.IdSource;
import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.SimulatedMemory;
import io.distid.testkit.simulation.Simulation;
import io.distid.testkit.simulation.Simulation.Result;
import io.distid.testkit.simulation.Statistics.What;
import io.distid.testservers.fault.ObjectCopier;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Thousands of clusters of Snowflake nodes, each a world of its own; {@link Simulation} says how to run more, or one alone. */
@Isolated("the log is off meanwhile")
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SimulationTest {
    private static final ProcessCopier COPIER =
            (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));
    private static final int WORLDS = 150;
    private static final int MANY_WORLDS = 800;
    private static final int CONTROL_WORLDS = 200;
    /** A store that has no files. */
    private static final Set<SimulatedFault> ALL =
            EnumSet.complementOf(EnumSet.of(SimulatedFault.LOCK_DELETED, SimulatedFault.POWER_LOST));

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
        Result result = new Simulation(SimulatedMemory::new, SnowflakeSource::open, ALL, COPIER)
                .requireSound("Snowflake", worlds);
        for (What what : new What[] {What.IDS, What.TAKEN_OVER, What.LEASE_LOST, What.FORMAT_ENDED, What.RECOVERED}) {
            assertThat(result.statistics().get(what)).as("how often: %s", what).isGreaterThan(result.worlds() / 100);
        }
    }

    @Test
    void textbooksRuleRepeatsIds() {
        assertThatIdsAreRepeated("the textbook's rule", TextbookSource::new);
    }

    @Test
    @Tag("slow")
    void leafsRuleRepeatsIds() {
        assertThatIdsAreRepeated("Leaf's rule", LeafSource::open);
    }

    private static void assertThatIdsAreRepeated(String what, IdSource.Rule rule) {
        Result result = new Simulation(Uploads::new, rule, SimulatedFault.troubles(), null).runExactly(CONTROL_WORLDS);
        System.out.println("negative control, " + what + ": ids repeated in " + result.repeating() + " of "
                + result.worlds() + " worlds");
        assertThat(result.repeating()).isGreaterThan(CONTROL_WORLDS / 20);
    }
}
