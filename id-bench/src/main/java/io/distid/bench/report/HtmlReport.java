package io.distid.bench.report;

import io.distid.bench.choice.Chooser;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Json;
import io.distid.bench.results.Results;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Results, or a table of faults, as one self-contained HTML file. It includes style, scripts, chart library and
 * figures. Its content security policy lets it load nothing.
 *
 * <p>The page is composed of the files in {@code page/} beside this class. Figures are embedded as JSON. Scripts show
 * them as text, never as markup: names and reasons come from elsewhere. Immutable.
 */
public final class HtmlReport {
    private static final List<String> SCRIPTS = List.of(
            "lab.js",
            "results.js",
            "figures.js",
            "elements.js",
            "table.js",
            "tables.js",
            "chart.js",
            "scale.js",
            "recommend.js",
            "choose.js",
            "faults.js",
            "page.js");
    private static final List<String> FAULTS_SCRIPTS =
            List.of("lab.js", "figures.js", "elements.js", "faults.js", "faults-page.js");
    private static final Pattern PLACE = Pattern.compile("<!-- \\{(\\w+)} -->");

    private final List<String> scripts;
    private final String data;

    private HtmlReport(List<String> scripts, String data) {
        this.scripts = scripts;
        this.data = data;
    }

    /** A table of faults with what is said of it as a whole. */
    private record Faults(
            FaultTable table,
            List<FaultTable.Group> groups,
            List<FaultTable.Reason> notShown,
            List<String> contradictions,
            @Nullable String unproven,
            @Nullable String unshown) {}

    /**
     * Writes the page of a comparison.
     *
     * @param results what was found
     * @param faults a table of faults that goes with it, or null
     * @return the whole text
     * @throws IOException if a part of the page or the chart library is not on the class path
     */
    public static String of(Results results, @Nullable FaultTable faults) throws IOException {
        return new HtmlReport(
                        SCRIPTS,
                        json("results", results)
                                + json("choice-data", Chooser.table())
                                + (faults == null ? "" : json(faults)))
                .page("page/page.html");
    }

    /**
     * Writes the page of a table of faults.
     *
     * @param faults what was found
     * @return the whole text
     * @throws IOException if a part of the page is not on the class path
     */
    public static String of(FaultTable faults) throws IOException {
        return new HtmlReport(FAULTS_SCRIPTS, json(faults)).page("page/faults-page.html");
    }

    private String page(String frame) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher place = PLACE.matcher(resource(frame));
        while (place.find()) {
            place.appendReplacement(page, Matcher.quoteReplacement(part(place.group(1))));
        }
        return place.appendTail(page).toString();
    }

    private String part(String name) throws IOException {
        return switch (name) {
            case "style" -> "<style>\n" + resource("page/page.css") + "</style>";
            case "faults" -> resource("page/faults.html");
            case "data" -> data;
            case "library" -> script(resource(resource("page/library.txt").strip()));
            case "scripts" -> scripts();
            case "method" -> method();
            default -> throw new IllegalStateException("the page has no part {" + name + "}");
        };
    }

    private static String json(FaultTable table) {
        return json(
                "faults-data",
                new Faults(
                        table,
                        table.groups(),
                        table.notShown(),
                        table.contradictions(),
                        table.unproven().orElse(null),
                        table.unshown().orElse(null)));
    }

    /** Embeds JSON. It escapes each {@code <}, so no figure can end the element. */
    private static String json(String id, Object value) {
        return "<script type=\"application/json\" id=\"" + id + "\">"
                + Json.compact(value).replace("<", "\\u003c") + "</script>\n";
    }

    private String scripts() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : scripts) {
            all.append(script(resource("page/" + name)));
        }
        return all.toString();
    }

    private static String script(String code) {
        return "<script>\n" + code.replace("</script", "<\\/script") + "</script>\n";
    }

    private static String method() {
        StringBuilder list = new StringBuilder();
        MethodNote.ALL.forEach(method -> list.append("<dt>")
                .append(method.what())
                .append("</dt><dd>")
                .append(method.how())
                .append("</dd>\n"));
        return list.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = HtmlReport.class.getResourceAsStream(name);
        if (in == null) {
            throw new IOException("the page cannot be written: " + name + " is not on the class path");
        }
        return in;
    }
}
