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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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

    private final Path folder;

    /** Makes the content of a file; null if it has none. */
    @FunctionalInterface
    private interface Content {
        @Nullable
        String text() throws IOException;
    }

    private ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates the folder and tries to write, so that a run does not fail with "no space" or "read-only" after minutes.
     * The message of an {@link IOException} says why nothing can be written there.
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

    /** The comparison in the folder. Throws {@link IOException} if its {@code results.json} is not the lab's. */
    public Optional<Results> comparison() throws IOException {
        Path file = folder.resolve(JSON);
        return Files.exists(file) && ResultsFile.holdsComparison(file)
                ? Optional.of(ResultsFile.read(file))
                : Optional.empty();
    }

    /** The table of faults in the folder. Throws {@link IOException} if its {@code results.json} is not the lab's. */
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
            replace(Map.of(copy.getFileName().toString(), () -> text));
        }
        return Optional.of(copy);
    }

    /**
     * A comparison with the bars in the folder; unchanged if {@link #copyOfOtherBars} would copy them. Throws {@link
     * IOException} if {@code results.json} is not the lab's.
     */
    public Results merged(Results results) throws IOException {
        List<BarLine> before = parts().bars();
        return KeptBars.ofOthers(before, results.environment().gitRevision()).isEmpty()
                ? results.withBars(KeptBars.merged(before, results.bars()))
                : results;
    }

    /**
     * Writes all files of a comparison. It begins with the file for scripts: the others can be made again from it. It
     * keeps a table of faults in the folder but not the bars: {@link #merged} and {@link #copyOfOtherBars} keep those.
     *
     * @return the files, in the order of writing
     * @throws IOException if a file cannot be written, or the {@code results.json} there is not the lab's. The message
     *     names the folder, the written files and the space left
     */
    public List<Path> write(Results results) throws IOException {
        return replace(files(results.withFaults(parts().faults())));
    }

    private static Map<String, Content> files(Results results) {
        Map<String, Content> files = new LinkedHashMap<>();
        files.put(JSON, () -> ResultsFile.text(results));
        files.putAll(reports(results));
        return files;
    }

    /** Writes bars without a comparison, for scripts alone. It keeps a table of faults, and throws like {@link #write(Results)}. */
    public void write(List<BarLine> bars) throws IOException {
        FaultTable faults = parts().faults();
        replace(Map.of(JSON, () -> ResultsFile.text(new BarsAndFaults(bars, faults))));
    }

    /** Writes the reports for people and browsers, and the chart if there is a rate. Returns and throws like {@link #write(Results)}. */
    public List<Path> writeReports(Results results) throws IOException {
        return replace(reports(results));
    }

    /**
     * Writes a table of faults for scripts and for people. If the folder has a comparison, its report is written again.
     * It keeps bars in the folder. Returns and throws like {@link #write(Results)}.
     */
    public List<Path> write(FaultTable table) throws IOException {
        Optional<Results> comparison = comparison();
        Map<String, Content> files = new LinkedHashMap<>();
        if (comparison.isPresent()) {
            files.putAll(files(comparison.get().withFaults(table)));
        } else {
            List<BarLine> bars = parts().bars();
            files.put(JSON, () -> ResultsFile.text(new BarsAndFaults(bars, table)));
        }
        files.putAll(reports(table));
        return replace(files);
    }

    /** Writes a table of faults for people. Returns and throws like {@link #write(Results)}. */
    public List<Path> writeReports(FaultTable table) throws IOException {
        return replace(reports(table));
    }

    private static Map<String, Content> reports(FaultTable table) {
        Map<String, Content> files = new LinkedHashMap<>();
        files.put("faults.md", () -> FaultsMarkdown.document(table));
        files.put("faults.html", () -> HtmlReport.of(table));
        return files;
    }

    private static Map<String, Content> reports(Results results) {
        Map<String, Content> files = new LinkedHashMap<>();
        files.put("report.md", () -> MarkdownReport.of(results, results.faults()));
        // Embed the table once: the page also looks for it where it is without a comparison.
        files.put("report.html", () -> HtmlReport.of(results.withFaults(null), results.faults()));
        files.put("throughput.svg", () -> ThroughputSvg.of(results));
        return files;
    }

    private List<Path> replace(Map<String, Content> files) throws IOException {
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, Content> file : files.entrySet()) {
            String content = file.getValue().text();
            if (content != null) {
                replace(file.getKey(), content, written);
            }
        }
        return written;
    }

    private void replace(String name, String content, List<Path> written) throws IOException {
        Path temporary = folder.resolve(name + ".tmp");
        try {
            try {
                Files.writeString(temporary, content);
                Files.move(temporary, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            String before =
                    written.stream().map(file -> file.getFileName().toString()).collect(Collectors.joining(", "));
            throw new IOException(
                    "the report could not be written to " + folder + ": " + name + ": " + reason(e) + " (written: "
                            + (before.isEmpty() ? "nothing" : before) + "; space left: " + space() + ")",
                    e);
        }
        written.add(folder.resolve(name));
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
