package io.distid.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FaultTableTest {
    @Test
    void aControlThatRepeatsWhereItMustIsBelieved() {
        assertThat(SampleFaults.table(Verdict.REPEATS, Verdict.NOT_SHOWN).unproven())
                .isEmpty();
    }

    @Test
    void aControlThatDoesNotRepeatProvesNothing() {
        assertThat(SampleFaults.table(Verdict.REPEATS, Verdict.UNIQUE).unproven())
                .hasValue(
                        "nothing was proven: the control must repeat, and did not: textbook under config-same-id: unique");
    }

    @Test
    void aControlThatCouldNowhereBeShownProvesNothing() {
        assertThat(SampleFaults.table(Verdict.NOT_SHOWN, Verdict.NOT_SHOWN).unproven())
                .hasValue("nothing was proven: no fault under which the control must repeat could be shown");
    }

    @Test
    void ownRowWithoutAShownFaultIsReported() {
        assertThat(SampleFaults.tableOfOurs(Verdict.NOT_SHOWN, Verdict.NOT_SHOWN)
                        .unshown())
                .hasValue("nothing was shown of ours");
        assertThat(SampleFaults.tableOfOurs(Verdict.NOT_SHOWN, Verdict.NOT_APPLICABLE)
                        .unshown())
                .hasValue("nothing was shown of ours");
        assertThat(SampleFaults.tableOfOurs(Verdict.NOT_SHOWN, Verdict.STOPS).unshown())
                .isEmpty();
        // Faults that all make no sense for it show what was to be shown.
        assertThat(SampleFaults.tableOfOurs(Verdict.NOT_APPLICABLE, Verdict.NOT_APPLICABLE)
                        .unshown())
                .isEmpty();
    }

    @Test
    void claimsOfPeersFailNoRun() {
        assertThat(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS).contradictions())
                .isEqualTo(List.of("ours under clock-back-down: a claim"));
    }
}
