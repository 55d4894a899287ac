package io.distid.bench.report;

import static io.distid.bench.report.MarkdownTable.number;
import static io.distid.bench.report.MarkdownTable.text;

import io.distid.bench.report.MarkdownTable.Column;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How cost grows, as a section of the Markdown report. */
final class ScaleMarkdown {
    private static final List<Long> DEPLOYMENTS = List.of(100L, 10_000L, 1_000_000L);
    private static final List<Integer> RESERVATIONS = List.of(3, 60);
    private static final double RATE = 10_000;

    private ScaleMarkdown() {}

    /** One deployment on one source. */
    private record Deployment(String source, int reservation, DeploymentNeeds needs) {}

    /** Empty if nothing was measured. */
    static String section(List<ScaleCurve> curves) {
        if (curves.isEmpty()) {
            return "";
        }
        StringBuilder section = new StringBuilder(
                "\n## Growth\n\n" + "How the cost grows with tags, threads, ids to compare and worker ids held.\n");
        Map<String, List<ScaleCurve>> figures = curves.stream()
                .collect(Collectors.groupingBy(
                        curve -> curve.part() + ": " + curve.figure() + ", by " + curve.grows(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        figures.forEach((title, all) ->
                section.append("\n### ").append(title).append("\n\n").append(MarkdownTable.of(all, columns(all))));
        return section.append(deployments(curves)).toString();
    }

    private static List<Column<ScaleCurve>> columns(List<ScaleCurve> curves) {
        List<Column<ScaleCurve>> columns = new ArrayList<>(List.of(text("of", ScaleCurve::name)));
        curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(ScalePoint::size)
                .distinct()
                .sorted()
                .forEach(size -> columns.add(number(Units.number(size), curve -> value(curve, size))));
        columns.add(text("server", ScaleCurve::server));
        columns.add(text("", curve -> curve.reason() == null ? null : curve.status() + ": " + curve.reason()));
        return columns;
    }

    private static @Nullable String value(ScaleCurve curve, long size) {
        return curve.points().stream()
                .filter(point -> point.size() == size)
                .findFirst()
                .map(point -> value(curve.unit(), point.value()) + steal(point))
                .orElse(null);
    }

    private static String value(ScaleCurve.Unit unit, double figure) {
        return switch (unit) {
            case BYTES -> Units.bytes(figure);
            case NANOS -> Units.nanos(figure);
            case COUNT -> count(figure);
            case PER_SECOND -> Units.number(figure) + "/s";
        };
    }

    private static String steal(ScalePoint point) {
        Double share = point.steal();
        return share == null || !point.underSteal() ? "" : " **steal " + Units.ratio(share) + "**";
    }

    private static String count(double value) {
        return value > 0 && value < 0.01 ? "<0.01" : Units.number(value);
    }

    private static String deployments(List<ScaleCurve> curves) {
        List<Deployment> all = new ArrayList<>();
        curves.stream()
                .filter(DeploymentNeeds::isCost)
                .map(ScaleCurve::subject)
                .distinct()
                .forEach(source -> DEPLOYMENTS.forEach(nodes ->
                        RESERVATIONS.forEach(seconds -> DeploymentNeeds.of(curves, source, nodes, RATE, seconds)
                                .ifPresent(needs -> all.add(new Deployment(source, seconds, needs))))));
        if (all.isEmpty()) {
            return "";
        }
        return "\n### What a deployment needs\n\n" + Units.number(RATE)
                + " ids a second of each node; a server gives half a core to renewals, and does no more of them than it was found able to do in time."
                + together(all)
                + "\n\n"
                + MarkdownTable.of(
                        all,
                        List.of(
                                text("worker ids from", Deployment::source),
                                number(
                                        "nodes",
                                        each -> Units.number(each.needs().nodes())),
                                number("reservation", each -> each.reservation() + " s"),
                                number(
                                        "worker bits",
                                        each -> String.valueOf(each.needs().workerBits())),
                                number(
                                        "sequence bits",
                                        each -> String.valueOf(each.needs().sequenceBits())),
                                number(
                                        "namespaces",
                                        each -> String.valueOf(each.needs().namespaces())),
                                number(
                                        "renewals/s",
                                        each -> Units.number(each.needs().renewals())),
                                number("cores", each -> count(each.needs().cores())),
                                number(
                                        "servers",
                                        each -> Units.number(each.needs().servers())),
                                text("", each -> basis(each.needs()))));
    }

    private static String together(List<Deployment> all) {
        String cost = " The cost of a renewal is that of nodes with a source and one worker id each";
        if (all.stream().noneMatch(each -> each.needs().together())) {
            return cost + ".";
        }
        return cost
                + ", where it was measured; where \"together\" is said, that of one process with all worker ids, which renews together"
                + " what its server can: nodes with one each send a request for each renewal, which costs MySQL, Redis and etcd more.";
    }

    private static String basis(DeploymentNeeds needs) {
        return (needs.extrapolated() ? "extrapolated" : "measured") + (needs.together() ? ", together" : "");
    }
}
