package io.distid.bench.verify;

import io.distid.bench.draw.DrawnFormat;
import io.distid.bench.draw.DrawnHeader;
import io.distid.bench.duplicates.DuplicateCounter;
import io.distid.bench.duplicates.IdSorter;
import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.progress.Steps;
import io.distid.bench.report.Units;
import io.distid.bench.results.LeastIds;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Checks foreign ids in files: whether an id occurs twice in any files, and whether ids grow from line to line of a
 * file. Streaming: memory does not grow with the ids. Exact. Not safe for use by several threads.
 */
public final class FilesCheck {
    private static final int EXAMPLES = 3;
    private static final String STANDARD_INPUT = "-";

    /**
     * A first guess of the speed, which the pace corrects: 5 million ids of 20 digits a second, for reading or
     * comparing.
     */
    private static final long BYTES_PER_MILLI = 100_000;

    private final int binaryWidth;
    private final Steps steps;
    private final List<Source> sources = new ArrayList<>();
    private final List<String> orderExamples = new ArrayList<>();
    private int width;
    private long inversions;
    private long fewestDrawn = Long.MAX_VALUE;

    /** A file, the number of ids before it, and its header if {@code draw} wrote it. */
    private record Source(
            String name, long before, @Nullable DrawnHeader drawn) {
        /** The place of an id of the file, from 0, with its node and time if known. */
        String place(long index) throws IOException {
            if (drawn != null) {
                return name + ", id " + (index + 1) + ", by " + drawn.node() + " at "
                        + DrawnIds.returned(Path.of(name), drawn, index);
            }
            return name + (isBinary(name) ? ", id " + (index + 1) : ", line " + (index + (isCsv(name) ? 2 : 1)));
        }
    }

    private FilesCheck(int binaryWidth, Steps steps) {
        this.binaryWidth = binaryWidth;
        this.steps = steps;
    }

    /**
     * The findings. Immutable.
     *
     * @param inversions ids that are not greater than an earlier id of their file
     * @param displacement the greatest distance of an id from its place in the sorted order, or null if there are
     *     several files
     * @param displacementP99 the distance that 99 % of the ids do not exceed, above 10,000 to the ten-thousandth, or null if there are several files
     * @param notShown why files of {@code draw} give no verdict about their nodes, or null; also null for other files
     */
    public record Found(
            long ids,
            long duplicates,
            long inversions,
            @Nullable Long displacement,
            @Nullable Long displacementP99,
            List<String> duplicateExamples,
            List<String> inversionExamples,
            @Nullable String notShown) {
        /** Copies the lists. */
        public Found {
            duplicateExamples = List.copyOf(duplicateExamples);
            inversionExamples = List.copyOf(inversionExamples);
        }
    }

    /**
     * Checks files: their paths, or {@code -} for standard input.
     *
     * @param binaryUuids whether files whose name ends in {@code .bin} have UUIDs of 16 bytes instead of ids of 8 bytes
     * @param steps receives the progress: a step for each file, and one for the comparison
     * @throws BadInputException if a file is missing, has no id, or has other content, with the line
     * @throws IOException if a file cannot be read, or there is no space to sort the ids
     */
    public static Found check(List<String> files, boolean binaryUuids, Steps steps) throws IOException {
        return new FilesCheck(binaryUuids ? 2 : 1, steps).check(files);
    }

    /** Estimates the time by the sizes of the files. Standard input has no known size and does not count. */
    public static Duration estimate(List<String> files) {
        return files.stream()
                .map(FilesCheck::reading)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(2);
    }

    /** The time to read a file; comparing takes as long again. */
    private static Duration reading(String file) {
        return Duration.ofMillis(new File(file).length() / BYTES_PER_MILLI);
    }

    private Found check(List<String> files) throws IOException {
        // Two words an id: only the first id shows whether the ids are UUIDs.
        try (WorkFolder folder = new WorkFolder(null);
                IdSorter sorter = new IdSorter(2, folder.path().resolve("sorted"))) {
            for (String file : files) {
                read(file, sorter);
            }
            steps.step("comparing ids", estimate(files).dividedBy(2));
            Found found = sorted(sorter, files.size());
            steps.done(Units.number(found.ids()) + " ids, " + found.duplicates() + " duplicates");
            return found;
        }
    }

    private void read(String file, IdSorter sorter) throws IOException {
        String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
        long before = sorter.size();
        steps.step("reading " + name, reading(file));
        try (IdReader reader = open(file, name, before)) {
            long greatestHigh = 0;
            long greatestLow = 0;
            int greatest = -1;
            while (reader.next()) {
                width = width == 0 ? reader.width : width;
                if (width != reader.width) {
                    throw new BadInputException(file + " holds " + kind(reader.width) + ", and those before "
                            + kind(width) + ": check them apart");
                }
                int place = (int) sorter.size();
                int byHigh = Long.compareUnsigned(greatestHigh, reader.high);
                boolean grows = byHigh < 0 || byHigh == 0 && Long.compareUnsigned(greatestLow, reader.low) < 0;
                if (grows || greatest < 0 || !reader.isOrdered()) {
                    greatestHigh = reader.high;
                    greatestLow = reader.low;
                    greatest = place;
                } else if (inversions++ < EXAMPLES) {
                    orderExamples.add(text(reader.high, reader.low) + " (" + place(place) + ") is not greater than "
                            + text(greatestHigh, greatestLow) + " (" + place(greatest) + ")");
                }
                sorter.add(reader.high, reader.low, place, place);
            }
        }
        long ids = sorter.size() - before;
        if (ids == 0) {
            // A failed query or a killed draw leaves such a file. The other files prove nothing about it.
            throw new BadInputException("there is no id in " + name);
        }
        if (sources.get(sources.size() - 1).drawn() != null) {
            fewestDrawn = Math.min(fewestDrawn, ids);
        }
        steps.done(Units.number(ids) + " ids");
    }

    /** Whether a file is read as bytes: false if it is read as text. */
    public static boolean isBinary(String file) {
        return file.endsWith(".bin");
    }

    private static boolean isCsv(String file) {
        return DrawnFormat.of(file) == DrawnFormat.CSV;
    }

    private IdReader open(String file, String name, long before) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            sources.add(new Source(name, before, null));
            return new TextIds(name, System.in, false);
        }
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new BadInputException(file + " is a folder");
            }
            DrawnHeader drawn = DrawnIds.header(file, path).orElse(null);
            for (Source source : sources) {
                if (drawn != null && source.drawn() != null && source.drawn().draw() == drawn.draw()) {
                    // Each of its ids would repeat.
                    throw new BadInputException(
                            source.name() + " and " + file + " are copies of one draw: give it once");
                }
            }
            sources.add(new Source(name, before, drawn));
            if (drawn != null) {
                return new DrawnIds(file, path, drawn, steps);
            }
            InputStream in = new ToldInput(Files.newInputStream(path), new File(file).length(), steps);
            return isBinary(file)
                    ? new BinaryIds(file, new BufferedInputStream(in, 1 << 16), binaryWidth)
                    : new TextIds(file, in, isCsv(file));
        } catch (AccessDeniedException e) {
            throw new BadInputException(file + " cannot be read: access denied");
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new BadInputException("there is no file " + file);
        }
    }

    private Found sorted(IdSorter sorter, int files) throws IOException {
        DuplicateCounter duplicates = new DuplicateCounter();
        sorter.drain(duplicates, steps::at);
        List<String> examples = new ArrayList<>();
        for (DuplicateCounter.Example each : duplicates.examples()) {
            examples.add(text(each.high(), each.low()) + " (" + place(each.first()) + ") and again ("
                    + place(each.second()) + ")");
        }
        return new Found(
                sorter.size(),
                duplicates.count(),
                inversions,
                files == 1 ? duplicates.displacement() : null,
                files == 1 ? duplicates.displacementP99() : null,
                examples,
                orderExamples,
                LeastIds.reason(fewestDrawn, LeastIds.PER_NODE, "the nodes that drew"));
    }

    private String text(long high, long low) {
        return width == 2 ? new UUID(high, low).toString() : Long.toUnsignedString(low);
    }

    private static String kind(int width) {
        return width == 2 ? "UUIDs" : "numbers";
    }

    private String place(int place) throws IOException {
        Source source = sources.get(0);
        for (Source each : sources) {
            source = each.before() <= place ? each : source;
        }
        return source.place(place - source.before());
    }
}
