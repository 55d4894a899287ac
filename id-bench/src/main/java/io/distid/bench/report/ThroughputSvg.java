package io.distid.bench.report;

import io.distid.bench.machine.Machine;
import io.distid.bench.results.Environment;
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

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" \
            aria-label="Ids a second, fastest first: %3$s to %4$s">
            <style>
            text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1a2129 }
            .title { font-size: 15px; font-weight: 600 } .soft { fill: #55606c } .own { font-weight: 600 }
            .reference rect { fill: #8b96a1 } .distid rect { fill: #0b63b8 } .peer rect { fill: #d9822b }
            line { stroke: #d5dbe1 }
            </style>
            <rect width="100%%" height="100%%" rx="6" fill="#ffffff"/>
            """;
    private static final String GRID = """
            <line x1="%1$.1f" x2="%1$.1f" y1="%2$d" y2="%3$d"/>
            """;
    private static final String TEXT = """
            <text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>
            """;
    private static final String BAR = """
            <g class="%s">
            %s<rect x="%d" y="%d" width="%.1f" height="%d" rx="2"/>
            %s</g>
            """;

    private ThroughputSvg() {}

    /** A line of the drawing. */
    private record Line(String kind, String name, double rate) {}

    /** Returns the SVG; null if {@code results} has no rate. */
    public static @Nullable String of(Results results) {
        int threads = results.threadCounts().stream().findFirst().orElse(0);
        List<Line> lines = Stream.concat(
                        results.environment().references().stream()
                                .map(each -> line("reference", Row.of(each), threads)),
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
        Line first = lines.get(0);
        Line last = lines.get(lines.size() - 1);
        int from = (int) Math.floor(Math.log10(last.rate()) - 0.2);
        int to = (int) Math.ceil(Math.log10(first.rate()));
        StringBuilder svg = new StringBuilder(format(HEAD, WIDTH, height, escaped(first.name()), escaped(last.name())));
        svg.append(text(
                "title", 12, 24, "start", "Ids a second, one at a time, " + Units.threads(threads) + ", logarithmic"));
        for (int power = from; power <= to; power++) {
            double x = x(Math.pow(10, power), from, to);
            String label = Units.number(Math.pow(10, power)).replaceAll("\\.0+", "");
            svg.append(format(GRID, x, TOP - 8, height - BOTTOM)).append(text("soft", x, TOP - 12, "middle", label));
        }
        for (int i = 0; i < lines.size(); i++) {
            svg.append(bar(lines.get(i), TOP + LINE * i, x(lines.get(i).rate(), from, to)));
        }
        Machine machine = environment.machine();
        String run = machine.cpu() + ", " + machine.cores() + " cores, " + machine.jvm() + ", "
                + environment.date().substring(0, 10);
        return svg.append(text("soft", 12, height - 28, "start", "Blue: distid, orange: peers, grey: references."))
                .append(text("soft", 12, height - 11, "start", run))
                .append("</svg>\n")
                .toString();
    }

    private static String bar(Line line, int y, double end) {
        String name = text(line.kind().equals("distid") ? "own" : "soft", LEFT - 8, y + 14, "end", line.name());
        String rate = text("", end + 6, y + 14, "start", Units.number(line.rate()));
        return format(BAR, line.kind(), name, LEFT, y + 3, end - LEFT, LINE - 6, rate);
    }

    private static double x(double rate, int from, int to) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (Math.log10(rate) - from) / (to - from);
    }

    private static String text(String kind, double x, double y, String anchor, String text) {
        return format(TEXT, kind, x, y, anchor, escaped(text));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
