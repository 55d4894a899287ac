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
    private ScaleMarkdown() {}

    /** Empty if nothing was measured. */
    static String section(List<ScaleCurve> curves) {
        if (curves.isEmpty()) {
            return "";
        }
        StringBuilder section =
                new StringBuilder("\n## Growth\n\n" + "How the cost grows with tags and worker ids held.\n");
        Map<String, List<ScaleCurve>> figures = curves.stream()
                .collect(Collectors.groupingBy(
                        curve -> curve.part() + ": " + curve.figure() + ", by " + curve.grows(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        figures.forEach((title, all) ->
                section.append("\n### ").append(title).append("\n\n").append(MarkdownTable.of(all, columns(all))));
        return section.toString();
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
}
