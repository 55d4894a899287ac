package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read off the curves of one source, and what is said of it where they do not reach. */
class DeploymentNeedsTest {
    private static final String SOURCE = "worker=etcd";
    private static final List<ScaleCurve> CURVES = List.of(
            curve(DeploymentNeeds.FIGURE, 3, new ScalePoint(10, 900_000), new ScalePoint(1000, 800_000)),
            curve(DeploymentNeeds.FIGURE, 30, new ScalePoint(10, 700_000), new ScalePoint(10_000, 500_000)),
            curve("leases ever past their bound", 3, new ScalePoint(10, 0), new ScalePoint(1000, 7)),
            curve("leases ever past their bound", 30, new ScalePoint(10, 0), new ScalePoint(10_000, 0)),
            curve("renewals a second", 3, new ScalePoint(10, 10), new ScalePoint(1000, 880)),
            curve("renewals a second", 30, new ScalePoint(10, 1), new ScalePoint(10_000, 1000)));

    @Test
    void aReservationIsMeasuredWhereAsManyWereHeldAtItOrAShorterOne() {
        assertThat(needs(10, 3).extrapolated()).isFalse();
        assertThat(needs(1000, 30).extrapolated()).isFalse();
        assertThat(needs(1000, 60).extrapolated()).isFalse();
        assertThat(needs(10_000, 30).extrapolated()).isFalse();
        assertThat(needs(10_000, 60).extrapolated()).isFalse();
    }

    @Test
    void aShorterReservationThanAnyOfAsManyIsExtrapolated() {
        assertThat(needs(10_000, 3).extrapolated()).isTrue();
        assertThat(needs(10, 1).extrapolated()).isTrue();
        assertThat(needs(10_001, 60).extrapolated()).isTrue();
    }

    /** Of 1000 at 3 s some were late. */
    @Test
    void whatWasNotKeptInTimeIsExtrapolatedFromWhatWas() {
        assertThat(needs(1000, 3).extrapolated()).isTrue();
        assertThat(needs(1000, 3).cores()).isEqualTo(1000 * 5e5 / 1e9, within(1e-9));
    }

    @Test
    void whereNoneWereKeptInTimeAllIsExtrapolated() {
        List<ScaleCurve> late = List.of(
                curve(DeploymentNeeds.FIGURE, 3, new ScalePoint(1000, 800_000)),
                curve("leases ever past their bound", 3, new ScalePoint(1000, 7)));
        DeploymentNeeds needs = DeploymentNeeds.of(late, SOURCE, 100, 1000, 60).orElseThrow();
        assertThat(needs.extrapolated()).isTrue();
        assertThat(needs.cores()).isEqualTo(5 * 8e5 / 1e9, within(1e-9));
    }

    @Test
    void theCostIsThatOfTheCurveThatReachesAsFarOrOfTheLongest() {
        assertThat(needs(10, 3).cores()).isEqualTo(10 * 9e5 / 1e9, within(1e-9));
        assertThat(needs(10_000, 60).cores()).isEqualTo(500 * 5e5 / 1e9, within(1e-9));
        assertThat(needs(10_000, 3).cores()).isEqualTo(10_000 * 5e5 / 1e9, within(1e-9));
    }

    /** Also of a reservation whose own renewals all came in time. */
    @Test
    void aServerDoesNoMoreThanWhereSomeCameLate() {
        assertThat(needs(100_000, 30).servers()).isEqualTo(12);
    }

    /** One process renews together what nodes ask for one by one. */
    @Test
    void theCostIsThatOfNodesWhereThatWasMeasured() {
        assertThat(needs(10, 3).together()).isTrue();
        List<ScaleCurve> curves = new ArrayList<>(CURVES);
        curves.add(0, nodes(DeploymentNeeds.FIGURE, new ScalePoint(10, 3_000_000), new ScalePoint(100, 2_000_000)));
        curves.add(nodes("leases ever past their bound", new ScalePoint(10, 0), new ScalePoint(100, 0)));

        DeploymentNeeds few = DeploymentNeeds.of(curves, SOURCE, 100, 1000, 3).orElseThrow();
        assertThat(few.cores()).isEqualTo(100 * 2e6 / 1e9, within(1e-9));
        assertThat(few.extrapolated()).isFalse();
        assertThat(few.together()).isFalse();

        DeploymentNeeds many =
                DeploymentNeeds.of(curves, SOURCE, 10_000, 1000, 30).orElseThrow();
        assertThat(many.cores()).isEqualTo(1000 * 2e6 / 1e9, within(1e-9));
        assertThat(many.extrapolated())
                .as("10,000 were held, but by one process")
                .isTrue();
    }

    /** Their sessions' heartbeats do not become fewer where renewals do. */
    @Test
    void ofTwoReservationsThatReachAsFarTheNearestCounts() {
        List<ScaleCurve> curves = List.of(
                curve(DeploymentNeeds.FIGURE, 3, new ScalePoint(100, 100_000)),
                curve(DeploymentNeeds.FIGURE, 30, new ScalePoint(100, 900_000)),
                curve(DeploymentNeeds.FIGURE, 300, new ScalePoint(100, 7_000_000)));
        assertThat(cores(curves, 100, 3)).isEqualTo(100 * 1e5 / 1e9, within(1e-9));
        assertThat(cores(curves, 100, 60)).isEqualTo(5 * 9e5 / 1e9, within(1e-9));
        assertThat(cores(curves, 10_000, 60)).isEqualTo(500 * 9e5 / 1e9, within(1e-9));
        assertThat(cores(curves, 10_000, 1)).as("none so short").isEqualTo(30_000 * 1e5 / 1e9, within(1e-9));
    }

    @Test
    void whatOneProcessCouldNotDoIsNoLimitOfNodes() {
        List<ScaleCurve> curves = new ArrayList<>(CURVES);
        curves.add(nodes(DeploymentNeeds.FIGURE, new ScalePoint(10, 1000)));
        assertThat(DeploymentNeeds.of(curves, SOURCE, 100_000, 1000, 30)
                        .orElseThrow()
                        .servers())
                .isEqualTo(1);
        curves.add(nodes("leases ever past their bound", new ScalePoint(10, 0), new ScalePoint(50, 1)));
        curves.add(nodes("renewals a second", new ScalePoint(50, 500)));
        assertThat(DeploymentNeeds.of(curves, SOURCE, 100_000, 1000, 30)
                        .orElseThrow()
                        .servers())
                .isEqualTo(20);
    }

    private static double cores(List<ScaleCurve> curves, long nodes, double reservation) {
        return DeploymentNeeds.of(curves, SOURCE, nodes, 1000, reservation)
                .orElseThrow()
                .cores();
    }

    private static DeploymentNeeds needs(long nodes, double reservation) {
        return DeploymentNeeds.of(CURVES, SOURCE, nodes, 1000, reservation).orElseThrow();
    }

    private static ScaleCurve curve(String figure, int seconds, ScalePoint... points) {
        return of(figure, "reservation " + seconds + " s", points);
    }

    private static ScaleCurve nodes(String figure, ScalePoint... points) {
        return of(figure, "reservation 3 s" + DeploymentNeeds.NODES, points);
    }

    private static ScaleCurve of(String figure, String series, ScalePoint... points) {
        return new ScaleCurve(
                DeploymentNeeds.PART,
                figure,
                ScaleCurve.Unit.NANOS,
                "worker ids held",
                SOURCE,
                series,
                null,
                List.of(points),
                Row.Status.measured,
                null);
    }
}
