package io.distid.bench.faults;

import static io.distid.bench.faults.node.FaultNode.Liveness.REFUSED;
import static io.distid.bench.faults.node.FaultNode.Liveness.SILENT;
import static io.distid.bench.faults.node.FaultNode.Liveness.WENT_ON;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Ordering;
import io.distid.Safety;
import io.distid.bench.faults.node.NodeState;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.Promise.Weakness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgementTest {
    @Test
    void aFaultThatWasNotProvenIsNeverUnique() {
        assertThat(Judgement.verdict(false, 0, List.of(WENT_ON, WENT_ON), 0)).isEqualTo(Verdict.NOT_SHOWN);
        assertThat(Judgement.verdict(false, 9, List.of(WENT_ON), 0)).isEqualTo(Verdict.NOT_SHOWN);
    }

    @Test
    void oneRepeatWeighsMoreThanAllElse() {
        assertThat(Judgement.verdict(true, 1, List.of(WENT_ON, SILENT), 7)).isEqualTo(Verdict.REPEATS);
    }

    @Test
    void callsThatReturnNeitherIdNorErrorHang() {
        assertThat(Judgement.verdict(true, 0, List.of(WENT_ON, SILENT), 7)).isEqualTo(Verdict.HANGS);
    }

    @Test
    void errorsAreStopsWhetherIdsWentOnOrNot() {
        assertThat(Judgement.verdict(true, 0, List.of(WENT_ON, WENT_ON), 1)).isEqualTo(Verdict.STOPS);
        assertThat(Judgement.verdict(true, 0, List.of(REFUSED, WENT_ON), 0)).isEqualTo(Verdict.STOPS);
    }

    @Test
    void idsThatWentOnWithoutErrorAndRepeatAreUnique() {
        assertThat(Judgement.verdict(true, 0, List.of(WENT_ON, WENT_ON), 0)).isEqualTo(Verdict.UNIQUE);
    }

    @Test
    void aRepeatContradictsWhatTheFaultLeavesAsItIs() {
        assertThat(Judgement.contradiction(Safety.STORED, Set.of(Premise.CLOCK_KEEPS), 2, Ordering.NONE, null))
                .isEqualTo(
                        "uniqueness is claimed to rest on a bound or a counter in a store (STORED), which this leaves as it"
                                + " is, and 2 ids repeat");
        assertThat(Judgement.contradiction(Safety.CLOCK, Set.of(), 1, Ordering.NONE, null))
                .isEqualTo(
                        "uniqueness is claimed to rest on the clock not stepping back while the process is down and the"
                                + " operator giving each node its own worker id (CLOCK), which this leaves as it is, and 1 id repeats");
        assertThat(Judgement.contradiction(Safety.RANDOM, Set.of(Premise.values()), 1, Ordering.NONE, null))
                .startsWith("uniqueness is claimed to rest on random bits");
    }

    @Test
    void aRepeatContradictsNothingOnceThePremiseIsGone() {
        assertThat(Judgement.contradiction(Safety.CLOCK, Set.of(Premise.OWN_WORKER_ID), 5, Ordering.NONE, null))
                .isNull();
        assertThat(Judgement.contradiction(Safety.STORED, Set.of(Premise.STORE), 5, Ordering.NONE, null))
                .isNull();
    }

    @Test
    void theOrderOfAllNodesGoesWithWhatTheStoreHasLost() {
        assertThat(Judgement.contradiction(
                        Safety.STORED, Set.of(Premise.STORE), 5, Ordering.GLOBAL, "5 is not greater than 6"))
                .isNull();
        assertThat(Judgement.contradiction(Safety.STORED, Set.of(), 0, Ordering.GLOBAL, "5 is not greater than 6"))
                .isEqualTo("order global is claimed and does not hold: 5 is not greater than 6");
        assertThat(Judgement.contradiction(
                        Safety.STORED, Set.of(Premise.STORE), 5, Ordering.PER_GENERATOR, "5 is not greater than 6"))
                .startsWith("order per generator is claimed");
    }

    @Test
    void noErrorWhereThereAreNoMoreIdsIsAContradiction() {
        assertThat(Judgement.unstopped(true, Verdict.UNIQUE)).isEqualTo("there are no more ids, and no call fails");
        assertThat(Judgement.unstopped(true, Verdict.STOPS)).isNull();
        assertThat(Judgement.unstopped(true, Verdict.NOT_SHOWN)).isNull();
        assertThat(Judgement.unstopped(false, Verdict.UNIQUE)).isNull();
    }

    @Test
    void callsThatHangAreAContradictionAndNothingElseIs() {
        assertThat(Judgement.hangs(Verdict.HANGS, Duration.ofSeconds(12)))
                .isEqualTo("calls returned neither an id nor an error for 12 s");
        assertThat(Judgement.hangs(Verdict.STOPS, Duration.ofSeconds(12))).isNull();
    }

    @Test
    void idThatIsNotPositiveIsAContradictionAndNotAFailedCall() {
        Map<String, Long> errors = Map.of(NodeState.NOT_POSITIVE, 2L, "ClockBehindException", 1L);

        assertThat(Judgement.notPositive(errors)).isEqualTo("2 ids are not positive");
        assertThat(Judgement.notPositive(Map.of("ClockBehindException", 1L))).isNull();
        assertThat(NodeState.failed(errors)).isEqualTo(1);
    }

    @Test
    void whatAUserMayNotExpectIsARepeatAHangABrokenOrderOrNoEnd() {
        assertThat(Judgement.weaknesses(false, Verdict.STOPS, 0, null)).isEmpty();
        assertThat(Judgement.weaknesses(false, Verdict.NOT_SHOWN, 2, null)).containsExactly(Weakness.REPEATS);
        assertThat(Judgement.weaknesses(true, Verdict.HANGS, 0, "5 is not greater than 6"))
                .containsExactly(Weakness.HANGS, Weakness.ORDER);
        assertThat(Judgement.weaknesses(true, Verdict.UNIQUE, 0, null)).containsExactly(Weakness.UNSTOPPED);
    }

    @Test
    void aBrokenOrderContradictsUnderEveryFault() {
        assertThat(Judgement.contradiction(
                        Safety.CLOCK, Set.of(Premise.values()), 0, Ordering.PER_GENERATOR, "5 is not greater than 6"))
                .isEqualTo("order per generator is claimed and does not hold: 5 is not greater than 6");
        assertThat(Judgement.contradiction(Safety.CLOCK, Set.of(), 0, Ordering.PER_GENERATOR, null))
                .isNull();
    }
}
