package io.distid.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where {@code report.html}, {@code report.md}, {@code results.json} and {@code throughput.svg} go. Each is replaced as a whole, so
 * a reader never meets a half of one.
 */
public final class ReportFolder {
    private static final String MARKDOWN = "report.md";
    private static final String HTML = "report.html";
    private static final String JSON = "results.json";
    private static final String CHART = "throughput.svg";

    private final Path folder;

    private ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder, and tries it, so that a run does not end in "no space" or "read-only" after minutes.
     *
     * @param folder where
     * @return the folder
     * @throws IOException if nothing can be written there; the message says why
     */
    public static ReportFolder at(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.delete(Files.createTempFile(folder, "writable", ".tmp"));
        return new ReportFolder(folder);
    }

    /**
     * Writes all files; the drawing only if there is a rate to draw.
     *
     * @param results as JSON and the page have them
     * @param markdown as Markdown has it
     * @throws IOException if a file cannot be written
     */
    public void write(Results results, String markdown) throws IOException {
        JsonMapper json = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .build();
        replace(JSON, json.writeValueAsString(results) + "\n");
        replace(MARKDOWN, markdown);
        replace(HTML, HtmlReport.of(results));
        String chart = RateChart.of(results);
        if (chart != null) {
            replace(CHART, chart);
        }
    }

    /**
     * The report for people.
     *
     * @return its path
     */
    public Path markdown() {
        return folder.resolve(MARKDOWN);
    }

    /**
     * The report for a browser.
     *
     * @return its path
     */
    public Path html() {
        return folder.resolve(HTML);
    }

    /**
     * The report for scripts.
     *
     * @return its path
     */
    public Path json() {
        return folder.resolve(JSON);
    }

    private void replace(String name, String content) throws IOException {
        Path temporary = folder.resolve(name + ".tmp");
        try {
            Files.writeString(temporary, content);
            Files.move(temporary, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
