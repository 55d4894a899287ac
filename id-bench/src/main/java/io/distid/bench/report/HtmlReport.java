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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Results, or a table of faults, as one self-contained HTML file. It includes style, scripts, chart library and
 * figures. Its content security policy lets it load nothing.
 *
 * <p>The page is composed of the files in {@code page/} beside this class. Figures are embedded as JSON. Scripts show
 * them as text, never as markup: names and reasons come from elsewhere. Immutable.
 */
public final class HtmlReport {
    private static final String SCRIPTS =
            "lab results figures elements table tables chart scale recommend choose faults page";
    private static final String FAULTS_SCRIPTS = "lab figures elements faults faults-page";
    private static final Pattern PLACE = Pattern.compile("<!-- \\{(\\w+)} -->");

    private HtmlReport() {}

    /** A table of faults with what is said of it as a whole. */
    private record Faults(
            FaultTable table,
            List<FaultTable.Group> groups,
            List<FaultTable.Reason> notShown,
            List<String> contradictions,
            @Nullable String unproven,
            @Nullable String unshown) {}

    /**
     * The page of a comparison; {@code faults}: a table of faults that goes with it, or null. Throws {@link
     * IOException} if a part of the page or the chart library is not on the class path.
     */
    public static String of(Results results, @Nullable FaultTable faults) throws IOException {
        String data =
                json("results", results) + json("choice-data", Chooser.table()) + (faults == null ? "" : json(faults));
        return page("page.html", SCRIPTS, data);
    }

    /** The page of a table of faults. Throws {@link IOException} if a part of the page is not on the class path. */
    public static String of(FaultTable faults) throws IOException {
        return page("faults-page.html", FAULTS_SCRIPTS, json(faults));
    }

    private static String page(String frame, String scripts, String data) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher place = PLACE.matcher(part(frame));
        while (place.find()) {
            String part = switch (place.group(1)) {
                case "style" -> "<style>\n" + part("page.css") + "</style>";
                case "faults" -> part("faults.html");
                case "data" -> data;
                case "library" -> script(resource(part("library.txt").strip()));
                case "scripts" -> scripts(scripts);
                case "method" ->
                    MethodNote.ALL.stream()
                            .map(method -> "<dt>" + method.what() + "</dt><dd>" + method.how() + "</dd>\n")
                            .collect(Collectors.joining());
                default -> throw new IllegalStateException("the page has no part {" + place.group(1) + "}");
            };
            place.appendReplacement(page, Matcher.quoteReplacement(part));
        }
        return place.appendTail(page).toString();
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

    private static String scripts(String names) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : names.split(" ")) {
            all.append(script(part(name + ".js")));
        }
        return all.toString();
    }

    private static String script(String code) {
        return "<script>\n" + code.replace("</script", "<\\/script") + "</script>\n";
    }

    private static String part(String name) throws IOException {
        return resource("page/" + name);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the page cannot be written: " + name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
