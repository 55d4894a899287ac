package io.distid.bench.report;

import io.distid.bench.results.Json;
import io.distid.bench.results.Results;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Results as one HTML file that needs nothing else: style, scripts, chart library and figures are all within it, and its content
 * policy lets it load nothing.
 *
 * <p>The page is put together from the files in {@code page/} beside this class. Figures are embedded as JSON and shown by script,
 * as text and never as markup, since names and reasons come from elsewhere. Stateless: safe for use by any number of threads.
 */
public final class HtmlReport {
    private static final List<String> SCRIPTS = List.of(
            "results.js", "figures.js", "elements.js", "table.js", "tables.js", "chart.js", "choose.js", "page.js");
    private static final Pattern PLACE = Pattern.compile("<!-- \\{(\\w+)} -->");

    private HtmlReport() {}

    /**
     * Writes the page.
     *
     * @param results what was found
     * @return the whole text
     * @throws IOException if a part of the page or the chart library is not on the class path
     */
    public static String of(Results results) throws IOException {
        StringBuilder page = new StringBuilder();
        Matcher place = PLACE.matcher(resource("page/page.html"));
        while (place.find()) {
            place.appendReplacement(page, Matcher.quoteReplacement(part(place.group(1), results)));
        }
        return place.appendTail(page).toString();
    }

    private static String part(String name, Results results) throws IOException {
        return switch (name) {
            case "style" -> "<style>\n" + resource("page/page.css") + "</style>";
            case "data" -> "<script type=\"application/json\" id=\"results\">" + json(results) + "</script>";
            case "library" -> script(resource(resource("page/library.txt").strip()));
            case "scripts" -> scripts();
            case "method" -> method();
            default -> throw new IllegalStateException("the page has no part {" + name + "}");
        };
    }

    /** No {@code <} is left, so nothing in the figures can end the element they stand in. */
    private static String json(Results results) {
        return Json.compact(results).replace("<", "\\u003c");
    }

    private static String scripts() throws IOException {
        StringBuilder scripts = new StringBuilder();
        for (String name : SCRIPTS) {
            scripts.append(script(resource("page/" + name)));
        }
        return scripts.toString();
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
