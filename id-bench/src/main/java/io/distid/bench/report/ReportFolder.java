package io.distid.bench.report;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.BarsAndFaults;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.KeptBars;
import io.distid.bench.results.Provenance;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder of {@code report.html}, {@code report.md}, {@code results.json}, {@code throughput.svg}, {@code
 * faults.html} and {@code faults.md}. Scripts read only {@code results.json}. It has a comparison, bars and a table of
 * faults. A new run of one part keeps the others. But bars of another revision than the comparison go into a file
 * beside it. Each file is replaced as a whole, so a reader never sees a partial one. Immutable; two threads must not
 * write to the same folder.
 */
public final class ReportFolder {
    /** The name of the file for scripts. */
    public static final String JSON = "results.json";

    private static final String MARKDOWN = "report.md";
    private static final String HTML = "report.html";
    private static final String FAULTS_MARKDOWN = "faults.md";
    private static final String FAULTS_HTML = "faults.html";
    private static final String CHART = "throughput.svg";

    private final Path folder;

    private ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates the folder and tries to write, so that a run does not fail with "no space" or "read-only" after minutes.
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
     * The comparison in the folder.
     *
     * @return the comparison; empty if there is none
     * @throws IOException if its {@code results.json} is not the lab's; the message says why
     */
    public Optional<Results> comparison() throws IOException {
        Path file = folder.resolve(JSON);
        return Files.exists(file) && ResultsFile.holdsComparison(file)
                ? Optional.of(ResultsFile.read(file))
                : Optional.empty();
    }

    /**
     * The table of faults in the folder, for a section of the report.
     *
     * @return the table; empty if there is none
     * @throws IOException if the table in {@code results.json} is not the lab's; the message says why
     */
    public Optional<FaultTable> faults() throws IOException {
        return Optional.ofNullable(parts().faults());
    }

    private BarsAndFaults parts() throws IOException {
        Path file = folder.resolve(JSON);
        return Files.exists(file) ? ResultsFile.parts(file) : BarsAndFaults.NONE;
    }

    /**
     * Copies {@code results.json} to a file beside it, if it has bars of another revision than a comparison.
     *
     * @param revision the revision of the comparison
     * @return the copy, {@code results-<their revision>.json}, with a number if that name is taken; empty if all bars
     *     are kept
     * @throws IOException if {@code results.json} is not the lab's, or the copy cannot be written; the message says
     *     which
     */
    public Optional<Path> copyOfOtherBars(String revision) throws IOException {
        List<BarLine> others = KeptBars.ofOthers(parts().bars(), revision);
        if (others.isEmpty()) {
            return Optional.empty();
        }
        Provenance provenance = others.get(0).provenance();
        String name = "results-"
                + (provenance == null ? "unknown" : provenance.revision().replaceAll("[^\\w+.-]", "_"));
        String text = Files.readString(folder.resolve(JSON));
        Path copy = folder.resolve(name + ".json");
        for (int other = 2; Files.exists(copy) && !Files.readString(copy).equals(text); other++) {
            copy = folder.resolve(name + "-" + other + ".json");
        }
        if (!Files.exists(copy)) {
            replace(copy.getFileName().toString(), text, new ArrayList<>());
        }
        return Optional.of(copy);
    }

    /**
     * Adds the bars in the folder to a comparison. Nothing is written.
     *
     * @param results the comparison
     * @return the results with the bars; unchanged if {@link #copyOfOtherBars} would copy the bars
     * @throws IOException if {@code results.json} is not the lab's; the message says why
     */
    public Results merged(Results results) throws IOException {
        List<BarLine> before = parts().bars();
        if (!KeptBars.ofOthers(before, results.environment().gitRevision()).isEmpty()) {
            return results;
        }
        return results.withBars(KeptBars.merged(before, results.bars()));
    }

    /**
     * Writes all files of a comparison. It begins with the file for scripts: the others can be made again from it. It
     * keeps a table of faults in the folder but not the bars: {@link #merged} and {@link #copyOfOtherBars} keep those.
     *
     * @param results the results
     * @return the files, in the order of writing
     * @throws IOException if a file cannot be written, or the {@code results.json} there is not the lab's. The message
     *     names the folder, the written files and the space left
     */
    public List<Path> write(Results results) throws IOException {
        List<String> written = new ArrayList<>();
        write(results, parts().faults(), written);
        return paths(written);
    }

    private void write(Results results, @Nullable FaultTable faults, List<String> written) throws IOException {
        Results all = results.withFaults(faults);
        replace(JSON, ResultsFile.text(all), written);
        reports(all, written);
    }

    /**
     * Writes bars without a comparison, for scripts alone. A table of faults in the folder is kept.
     *
     * @param bars all bars
     * @throws IOException if the file cannot be written, or the table of faults there is not the lab's; the message
     *     says which
     */
    public void write(List<BarLine> bars) throws IOException {
        replace(JSON, ResultsFile.text(new BarsAndFaults(bars, parts().faults())), new ArrayList<>());
    }

    /**
     * Writes the reports for people and browsers, and the chart if there is a rate.
     *
     * @param results the results
     * @return the files, in the order of writing
     * @throws IOException if a file cannot be written; the message names the folder, the written files and the space
     *     left
     */
    public List<Path> writeReports(Results results) throws IOException {
        List<String> written = new ArrayList<>();
        reports(results, written);
        return paths(written);
    }

    /**
     * Writes a table of faults for scripts and for people. If the folder has a comparison, its report is written again.
     * Bars in the folder are kept.
     *
     * @param table the table
     * @return the files, in the order of writing
     * @throws IOException if a file cannot be written, or the {@code results.json} there is not the lab's; the message
     *     says which
     */
    public List<Path> write(FaultTable table) throws IOException {
        List<String> written = new ArrayList<>();
        Optional<Results> comparison = comparison();
        if (comparison.isPresent()) {
            write(comparison.get(), table, written);
        } else {
            replace(JSON, ResultsFile.text(new BarsAndFaults(parts().bars(), table)), written);
        }
        faultReports(table, written);
        return paths(written);
    }

    /**
     * Writes a table of faults for people.
     *
     * @param table the table
     * @return the files, in the order of writing
     * @throws IOException if a file cannot be written; the message names the folder, the written files and the space
     *     left
     */
    public List<Path> writeReports(FaultTable table) throws IOException {
        List<String> written = new ArrayList<>();
        faultReports(table, written);
        return paths(written);
    }

    private void faultReports(FaultTable table, List<String> written) throws IOException {
        replace(FAULTS_MARKDOWN, FaultsMarkdown.document(table), written);
        replace(FAULTS_HTML, HtmlReport.of(table), written);
    }

    private void reports(Results results, List<String> written) throws IOException {
        replace(MARKDOWN, MarkdownReport.of(results, results.faults()), written);
        // Embed the table once: the page also looks for it where it is without a comparison.
        replace(HTML, HtmlReport.of(results.withFaults(null), results.faults()), written);
        String chart = ThroughputSvg.of(results);
        if (chart != null) {
            replace(CHART, chart, written);
        }
    }

    private List<Path> paths(List<String> names) {
        return names.stream().map(folder::resolve).toList();
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

    /** The reason without the path, which begins the message. Some exceptions have nothing but the path. */
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
