package io.distid.bench.report;

import io.distid.bench.machine.Machine;
import io.distid.bench.results.Environment;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bar chart of throughput at the first thread count, on a logarithmic axis, for a README. It is an SVG without
 * scripts. It has its own background, since pages may be light or dark. Stateless: safe for use by any number of
 * threads.
 */
public final class ThroughputSvg {
    private static final int WIDTH = 820;
    private static final int LINE = 20;
    private static final int LEFT = 230;
    private static final int RIGHT = 90;
    private static final int TOP = 64;
    private static final int BOTTOM = 52;
    private static final String STYLE = """
            <style>
            text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1a2129 }
            .title { font-size: 15px; font-weight: 600 } .soft { fill: #55606c } .own { font-weight: 600 }
            .reference rect { fill: #8b96a1 } .distid rect { fill: #0b63b8 } .peer rect { fill: #d9822b }
            line { stroke: #d5dbe1 }
            </style>
            """;

    private ThroughputSvg() {}

    /** A line of the drawing. */
    private record Line(String kind, String name, double rate) {}

    /** Returns the SVG; null if {@code results} has no rate. */
    public static @Nullable String of(Results results) {
        int threads = Stream.concat(
                        results.environment().references().stream().flatMap(each -> each.throughput().stream()),
                        results.strategies().stream().flatMap(each -> each.rates(Kind.THROUGHPUT).stream()))
                .mapToInt(Rate::threads)
                .min()
                .orElse(0);
        List<Line> lines = Stream.concat(
                        results.environment().references().stream()
                                .map(Row::of)
                                .map(row -> line("reference", row, threads)),
                        results.strategies().stream()
                                .map(row -> line(row.origin().library() == null ? "distid" : "peer", row, threads)))
                .filter(line -> line.rate() > 0)
                .sorted(Comparator.comparingDouble(Line::rate).reversed())
                .toList();
        return lines.isEmpty() ? null : draw(lines, threads, results.environment());
    }

    private static Line line(String kind, Row row, int threads) {
        Rate rate = row.at(threads);
        return new Line(kind, row.name(), rate == null ? 0 : rate.opsPerSecond());
    }

    private static String draw(List<Line> lines, int threads, Environment environment) {
        int height = TOP + LINE * lines.size() + BOTTOM;
        int from = (int) Math.floor(Math.log10(lines.get(lines.size() - 1).rate()) - 0.2);
        int to = (int) Math.ceil(Math.log10(lines.get(0).rate()));
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH,
                height,
                WIDTH,
                height,
                escaped("Ids a second, fastest first: " + lines.get(0).name() + " to "
                        + lines.get(lines.size() - 1).name())));
        svg.append(STYLE).append("<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ffffff\"/>\n");
        text(
                svg,
                "title",
                12,
                24,
                "start",
                "Ids a second, one at a time, " + (threads == 1 ? "1 thread" : threads + " threads") + ", logarithmic");
        for (int power = from; power <= to; power++) {
            double x = x(Math.pow(10, power), from, to);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>%n",
                    x,
                    x,
                    TOP - 8,
                    height - BOTTOM));
            text(
                    svg,
                    "soft",
                    x,
                    TOP - 12,
                    "middle",
                    Units.number(Math.pow(10, power)).replaceAll("\\.0+", ""));
        }
        for (int i = 0; i < lines.size(); i++) {
            bar(svg, lines.get(i), TOP + LINE * i, from, to);
        }
        Machine machine = environment.machine();
        text(svg, "soft", 12, height - 28, "start", "Blue: distid, orange: peers, grey: references.");
        text(
                svg,
                "soft",
                12,
                height - 11,
                "start",
                machine.cpu() + ", " + machine.cores() + " cores, " + machine.jvm() + ", "
                        + environment.date().substring(0, 10));
        return svg.append("</svg>\n").toString();
    }

    private static void bar(StringBuilder svg, Line line, int y, int from, int to) {
        double end = x(line.rate(), from, to);
        svg.append("<g class=\"").append(line.kind()).append("\">\n");
        text(svg, line.kind().equals("distid") ? "own" : "soft", LEFT - 8, y + 14, "end", line.name());
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                LEFT,
                y + 3,
                end - LEFT,
                LINE - 6));
        text(svg, "", end + 6, y + 14, "start", Units.number(line.rate()));
        svg.append("</g>\n");
    }

    private static double x(double rate, int from, int to) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (Math.log10(rate) - from) / (to - from);
    }

    private static void text(StringBuilder svg, String kind, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                kind,
                x,
                y,
                anchor,
                escaped(text)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
