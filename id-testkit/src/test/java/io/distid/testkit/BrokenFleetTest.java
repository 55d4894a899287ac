package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.tiny.TinyFleetTest;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
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
    private static final String PAUSED_KILLED =
            "pausedNodeStopsAndFleetWithKilledNodeAndStoreRepeatsNoIdAndStaysWithinItsBounds";

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
}
