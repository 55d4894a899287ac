package io.distid.bench.report;

import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Json;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where {@code report.html}, {@code report.md}, {@code results.json}, {@code throughput.svg}, {@code faults.md} and {@code faults.json} go. Each is replaced as a whole, so
 * a reader never meets a half of one. Immutable; two threads must not write to one folder.
 */
public final class ReportFolder {
    /** What the file for scripts is called. */
    public static final String JSON = "results.json";

    private static final String MARKDOWN = "report.md";
    private static final String HTML = "report.html";
    private static final String FAULTS = "faults.md";
    private static final String FAULTS_JSON = "faults.json";
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
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "writable", ".tmp"));
            return new ReportFolder(folder);
        } catch (IOException e) {
            throw new IOException(folder + " cannot be written to: " + reason(e), e);
        }
    }

    /**
     * Writes all files, the one for scripts first: the others can be made from it again.
     *
     * @param results what was found
     * @return the files, in the order in which they were written
     * @throws IOException if a file cannot be written; the message names the folder, what was written, and the space that is left
     */
    public List<Path> write(Results results) throws IOException {
        List<String> written = new ArrayList<>();
        replace(JSON, ResultsFile.text(results), written);
        return reports(results, written);
    }

    /**
     * Writes the report for people, the one for a browser, and the drawing if there is a rate to draw.
     *
     * @param results what was found
     * @return the files, in the order in which they were written
     * @throws IOException if a file cannot be written; the message names the folder, what was written, and the space that is left
     */
    public List<Path> writeReports(Results results) throws IOException {
        return reports(results, new ArrayList<>());
    }

    /**
     * Writes a table of faults, for scripts and for people.
     *
     * @param table what was found
     * @return the files, in the order in which they were written
     * @throws IOException if a file cannot be written; the message names the folder, what was written, and the space that is left
     */
    public List<Path> write(FaultTable table) throws IOException {
        List<String> written = new ArrayList<>();
        replace(FAULTS_JSON, Json.indented(table) + "\n", written);
        replace(FAULTS, FaultsMarkdown.of(table), written);
        return written.stream().map(folder::resolve).toList();
    }

    private List<Path> reports(Results results, List<String> written) throws IOException {
        replace(MARKDOWN, MarkdownReport.of(results, results.threadCounts()), written);
        replace(HTML, HtmlReport.of(results), written);
        String chart = ThroughputSvg.of(results);
        if (chart != null) {
            replace(CHART, chart, written);
        }
        return written.stream().map(folder::resolve).toList();
    }

    private void replace(String name, String content, List<String> written) throws IOException {
        Path temporary = folder.resolve(name + ".tmp");
        try {
            try {
                Files.writeString(temporary, content);
                Files.move(temporary, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new IOException(
                    "the report could not be written to " + folder + ": " + name + ": " + reason(e) + " (written: "
                            + (written.isEmpty() ? "nothing" : String.join(", ", written)) + "; space left: "
                            + space() + ")",
                    e);
        }
        written.add(name);
    }

    /** Without the path, which the message begins with. Some exceptions of files hold nothing but that. */
    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "the folder that it would be in is not there and cannot be made";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is a file";
        }
        return e instanceof FileSystemException file && file.getReason() != null ? file.getReason() : e.toString();
    }

    private String space() {
        try {
            return (Files.getFileStore(folder).getUsableSpace() >> 10) + " KiB";
        } catch (IOException e) {
            return "unknown";
        }
    }
}
