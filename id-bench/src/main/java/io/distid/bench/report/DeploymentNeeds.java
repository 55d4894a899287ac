package io.distid.bench.report;

import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What nodes of a deployment need that take their worker ids from one source, by the curves of a run; {@code scale.js} has the same for the page.
 * Immutable.
 *
 * @param nodes how many there are
 * @param workerBits so that they fit with one hundredth to spare, which is as full as a namespace was measured
 * @param sequenceBits for the ids of each node
 * @param namespaces that they must be divided over where the bits of worker and sequence do not fit beside 41 of time
 * @param renewals a second, each at a third of the reservation
 * @param cores of the servers that these take
 * @param servers if each gives them half a core, and no more renewals than it was found able to do in time
 * @param together whether the cost of a renewal is that of one process with all worker ids, which renews together what its server can, since none was
 *     measured of nodes that have a source each
 * @param extrapolated whether a renewal was never measured with as many worker ids held, none of them late, at that reservation or a shorter one
 */
record DeploymentNeeds(
        long nodes,
        int workerBits,
        int sequenceBits,
        long namespaces,
        double renewals,
        double cores,
        long servers,
        boolean together,
        boolean extrapolated) {

    /** Of which part the curves are that it is read from. */
    static final String PART = "leases";

    /** Which of their figures. */
    static final String FIGURE = "CPU of the server for a renewal";

    /** Ends the series of nodes that have a source each. */
    static final String NODES = ", a source each";

    private static final String LATE = "leases ever past their bound";
    private static final String RENEWALS = "renewals a second";
    private static final double FULLEST = 0.99;
    /** Beside the sign and 41 bits of ms. */
    private static final int WORKER_AND_SEQUENCE = 22;

    private static final double LOAD = 0.5;

    /**
     * Reads them off.
     *
     * @param curves of a run
     * @param source whose worker ids
     * @param nodes how many, 1 or more
     * @param rate ids a second of each
     * @param reservation in seconds
     * @return empty if no renewal of that source was measured
     */
    static Optional<DeploymentNeeds> of(
            List<ScaleCurve> curves, String source, long nodes, double rate, double reservation) {
        List<ScaleCurve> costsOf = curves.stream()
                .filter(curve -> isCost(curve) && curve.subject().equals(source))
                .toList();
        List<ScaleCurve> ofNodes =
                costsOf.stream().filter(DeploymentNeeds::isOfNodes).toList();
        boolean together = ofNodes.isEmpty();
        List<ScaleCurve> all = together ? costsOf : ofNodes;
        List<ScaleCurve> kept = all.stream()
                .map(curve -> inTime(curves, curve))
                .filter(DeploymentNeeds::isCost)
                .toList();
        List<ScaleCurve> costs = kept.isEmpty() ? all : kept;
        // The longest up to the one that is asked for: what a connection costs does not fall with the renewals.
        Comparator<ScaleCurve> nearest =
                Comparator.comparingDouble(curve -> seconds(curve) <= reservation ? seconds(curve) : -seconds(curve));
        // A shorter reservation asks more of the server, so what it keeps there it keeps here.
        Optional<ScaleCurve> measured = kept.stream()
                .filter(curve -> most(curve) >= nodes && seconds(curve) <= reservation)
                .max(nearest);
        return measured.or(() -> costs.stream()
                        .max(Comparator.comparingLong(DeploymentNeeds::most).thenComparing(nearest)))
                .map(cost -> of(
                        cost.points(),
                        capacity(curves, source, together),
                        nodes,
                        rate,
                        reservation,
                        together,
                        measured.isEmpty()));
    }

    /** A curve of costs as far as none of the leases was late: what more of them cost that server is no cost of keeping them. */
    private static ScaleCurve inTime(List<ScaleCurve> curves, ScaleCurve cost) {
        List<ScalePoint> kept = cost.points().stream()
                .filter(point -> of(curves, cost.subject(), LATE)
                        .filter(late -> late.series().equals(cost.series()))
                        .flatMapToDouble(late -> late.at(point.size()).stream())
                        .noneMatch(late -> late > 0))
                .toList();
        return cost.with(kept);
    }

    /** Renewals a second of one server where some came late, the least of them; infinite if none did, since nobody knows then. */
    private static double capacity(List<ScaleCurve> curves, String source, boolean together) {
        return of(curves, source, LATE)
                .filter(late -> isOfNodes(late) != together)
                .flatMapToDouble(late -> late.points().stream()
                        .filter(point -> point.value() > 0)
                        .flatMapToDouble(point -> of(curves, source, RENEWALS)
                                .filter(renewals -> renewals.series().equals(late.series()))
                                .flatMapToDouble(renewals -> renewals.at(point.size()).stream())))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static Stream<ScaleCurve> of(List<ScaleCurve> curves, String source, String figure) {
        return curves.stream()
                .filter(curve -> curve.part().equals(PART)
                        && curve.figure().equals(figure)
                        && curve.subject().equals(source));
    }

    /** How many were held at most when it was measured. */
    private static long most(ScaleCurve cost) {
        return cost.points().get(cost.points().size() - 1).size();
    }

    /** The reservation of a curve. */
    private static long seconds(ScaleCurve cost) {
        return Long.parseLong(cost.series().replaceAll("\\D", ""));
    }

    private static boolean isOfNodes(ScaleCurve curve) {
        return curve.series().endsWith(NODES);
    }

    /** Whether a curve tells what a renewal costs the server. */
    static boolean isCost(ScaleCurve curve) {
        return curve.part().equals(PART)
                && curve.figure().equals(FIGURE)
                && !curve.points().isEmpty();
    }

    private static DeploymentNeeds of(
            List<ScalePoint> cost,
            double capacity,
            long nodes,
            double rate,
            double reservation,
            boolean together,
            boolean extrapolated) {
        ScalePoint largest = cost.get(cost.size() - 1);
        ScalePoint nearest =
                cost.stream().filter(point -> point.size() >= nodes).findFirst().orElse(largest);
        int workerBits = Math.max(0, log2(nodes / FULLEST));
        int sequenceBits = Math.max(0, log2(Math.max(1, rate / 1000)));
        int room = Math.max(0, WORKER_AND_SEQUENCE - sequenceBits);
        double renewals = 3 * nodes / reservation;
        double cores = renewals * nearest.value() / 1e9;
        return new DeploymentNeeds(
                nodes,
                workerBits,
                sequenceBits,
                1L << Math.max(0, workerBits - room),
                renewals,
                cores,
                Math.max(1, (long) Math.ceil(Math.max(cores / LOAD, renewals / capacity))),
                together,
                extrapolated);
    }

    /** Rounded up; less a billionth, since the logarithm of a power of two is not exact. */
    private static int log2(double value) {
        return (int) Math.ceil(Math.log(value) / Math.log(2) - 1e-9);
    }
}
