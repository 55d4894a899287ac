package io.distid.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.distid.testkit.TestJvm;
import io.distid.testkit.contract.Outcomes;
import io.distid.testkit.tiny.TinyFleetTest;
import io.distid.testkit.tiny.TinyLossyFleetTest;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fleet whose source of worker ids, or whose nodes, are broken is caught. */
@Order(1)
@ResourceLock(TestJvm.CROWD)
@Tag("slow")
class BrokenFleetTest {
    private static final int MOST_RUNS = 10;
    private static final String PAUSED_KILLED =
            "pausedNodeStopsAndFleetWithKilledNodeAndStoreRepeatsNoIdAndStaysWithinItsBounds";
    private static final String LOSSY = "fleetWhoseAnswersAreLostRepeatsNoIdAndStaysWithinItsBounds";

    @ParameterizedTest
    @CsvSource({"TELLS_A_LATER_BOUND, stamped until", "FORGETS_STAMPS, stamped until"})
    void brokenSourceIsCaughtByItsFleet(Defect defect, String message) {
        TinyFleetTest contract = TinyFleetTest.broken(defect);
        try {
            assertThat(Outcomes.of(contract, PAUSED_KILLED)).hasMessageContaining(message);
        } finally {
            contract.end();
        }
    }

    @Test
    void nodesThatStampBeyondTheirBoundAreCaught() {
        TinyFleetTest contract = TinyFleetTest.unbound();
        try {
            assertThat(Outcomes.of(contract, PAUSED_KILLED)).hasMessageContaining("outside of what it held");
        } finally {
            contract.end();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FORGETS_STAMPS, stamped until",
        "TELLS_A_LATER_BOUND, stamped until",
    })
    void brokenSourceIsCaughtWhenAnswersAreLost(Defect defect, String message) {
        requireCaught(() -> TinyLossyFleetTest.broken(defect), message);
    }

    @Test
    void nodesThatStampBeyondTheirBoundAreCaughtWhenAnswersAreLost() {
        requireCaught(TinyLossyFleetTest::unbound, "outside of what it held");
    }

    /**
     * What is hurt in a run of some seconds is a matter of chance, and so is what comes of it: a broken source may be noticed by its own
     * nodes before it repeats anything. So there are several runs.
     */
    private static void requireCaught(Supplier<TinyLossyFleetTest> broken, String message) {
        List<String> outcomes = new ArrayList<>();
        while (outcomes.size() < MOST_RUNS) {
            TinyLossyFleetTest contract = broken.get();
            try {
                String outcome = Outcomes.of(contract, LOSSY).toString();
                if (outcome.contains(message)) {
                    return;
                }
                outcomes.add(outcome);
            } catch (IllegalStateException passed) {
                outcomes.add("passed");
            } finally {
                contract.end();
            }
        }
        fail("none says \"%s\" of %s", message, outcomes);
    }
}
