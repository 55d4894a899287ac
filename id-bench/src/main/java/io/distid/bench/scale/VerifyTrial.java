package io.distid.bench.scale;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.draw.Draw;
import io.distid.bench.draw.DrawnFormat;
import io.distid.bench.progress.Steps;
import io.distid.bench.verify.FilesCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Ids of two nodes in a file of each, and their comparison, in JVMs of their own. Stateless: safe for use by any number of threads. */
final class VerifyTrial {
    private static final int NODES = 2;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final long EVERY_MILLIS = 20;

    private VerifyTrial() {}

    /** Ids that are compared. */
    enum Kind {
        /** Of 64 bits, growing in each file: what the merge finds is sorted already. */
        GROWING("snowflake", Map.of("worker", "fixed", "max-lead", "1d"), "ids that grow"),
        /** Of 128 bits: everything has to be sorted. */
        RANDOM("uuid-v4", Map.of(), "UUIDs in no order");

        private final String strategy;
        private final Map<String, String> settings;
        private final String series;

        Kind(String strategy, Map<String, String> settings, String series) {
            this.strategy = strategy;
            this.settings = settings;
            this.series = series;
        }

        /** As its curves have it. */
        String series() {
            return series;
        }

        private IdGenerator open(int node) {
            Map<String, String> own = new TreeMap<>(settings);
            if (this == GROWING) {
                own.put("worker.id", String.valueOf(node));
            }
            return IdGenerators.open(strategy, own);
        }
    }

    /** The files of a folder. */
    static List<String> files(Path folder) {
        List<String> files = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            files.add(folder.resolve("node-" + node + ".bin").toString());
        }
        return files;
    }

    /** Draws so many ids, as many of each node. */
    static void draw(Path folder, Kind kind, long count) throws IOException {
        for (int node = 0; node < NODES; node++) {
            Path path = Path.of(files(folder).get(node));
            try (IdGenerator generator = kind.open(node)) {
                long drawn = new Draw(kind.strategy, String.valueOf(node), path, DrawnFormat.BIN)
                        .run(generator, count / NODES, Duration.ofHours(1));
                if (drawn < count / NODES) {
                    throw new IllegalStateException(drawn + " of " + count / NODES + " ids were drawn within an hour");
                }
            }
        }
    }

    /**
     * Compares the ids of a folder's files, each with all others.
     *
     * @param temporary where what is sorted lies meanwhile
     */
    static TrialFigures verify(Path folder, Path temporary, Kind kind, long count) throws IOException {
        AtomicBoolean over = new AtomicBoolean();
        long[] most = {0};
        Thread watch = new Thread(() -> watch(temporary, over, most), "distid-bench-disk");
        watch.setDaemon(true);
        watch.start();
        long start = System.nanoTime();
        FilesCheck.Found result = FilesCheck.check(files(folder), kind == Kind.RANDOM, Steps.NONE);
        long nanos = System.nanoTime() - start;
        over.set(true);
        join(watch);
        if (result.ids() != count / NODES * NODES
                || result.duplicates() != 0
                || kind == Kind.GROWING && result.inversions() != 0) {
            throw new IllegalStateException("of " + count + " unique " + kind.series + ", verify found " + result.ids()
                    + ", " + result.duplicates() + " duplicates and " + result.inversions() + " inversions");
        }
        TrialFigures found = new TrialFigures().with(ScaleFigure.VERIFY_TIME, nanos);
        if (Files.isDirectory(DESCRIPTORS)) {
            found.with(ScaleFigure.VERIFY_DISK, most[0]);
        }
        mostMemory().forEach(bytes -> found.with(ScaleFigure.VERIFY_MEMORY, bytes));
        return found;
    }

    private static void watch(Path folder, AtomicBoolean over, long[] most) {
        try {
            while (!over.get()) {
                most[0] = Math.max(most[0], bytes(folder));
                TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the open files of a folder hold: what is sorted has no name, so that it goes with the process. */
    private static long bytes(Path folder) {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.mapToLong(descriptor -> bytes(descriptor, folder)).sum();
        } catch (IOException | UncheckedIOException e) {
            throw new IllegalStateException("the open files of this process are not to be had: " + e, e);
        }
    }

    private static long bytes(Path descriptor, Path folder) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(folder) ? Files.size(descriptor) : 0;
        } catch (IOException e) {
            // Closed since it was listed.
            return 0;
        }
    }

    /** The most that this process ever had in memory, as Linux counts it; nothing elsewhere. */
    private static LongStream mostMemory() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return LongStream.empty();
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")));
    }
}
