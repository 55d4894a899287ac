package io.distid.bench.nodes;

import io.distid.IdGenerator;
import io.distid.Ordering;
import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.Control;
import io.distid.bench.way.PlantedRepeat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Checks the recording of a process. Threads of this process take ids, as a node does, from generators that repeat in one of their ways.
 * The check that merges processes must find the repeats. Stateless: safe for use by any number of threads.
 */
public final class RecorderControls {
    private static final int THREADS = 2;
    private static final long IDS_PER_THREAD = 20_000;

    /** On a busy machine threads may run one after another, and a repeat that needs two threads does not happen. */
    private static final int ATTEMPTS = 50;
    /** Large enough that threads run longer than a time slice, so that some run at the same time. */
    private static final long MOST_IDS_PER_THREAD = 500_000;

    private RecorderControls() {}

    /** Runs each control, again if none of its ids repeats. */
    public static List<Control> run() throws InterruptedException {
        List<Control> controls = new ArrayList<>();
        try (WorkFolder folder = new WorkFolder(null)) {
            for (PlantedRepeat planted : PlantedRepeat.values()) {
                for (boolean uuids : new boolean[] {false, true}) {
                    controls.add(run(planted, uuids, folder.path()));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the ids of a control could not be checked: " + e.getMessage(), e);
        }
        return controls;
    }

    private static Control run(PlantedRepeat planted, boolean uuids, Path folder)
            throws IOException, InterruptedException {
        long ids = IDS_PER_THREAD;
        NodesCheck check = check(planted.open(uuids), THREADS, ids, folder);
        for (int made = 1; check.result().duplicates() == 0 && made < ATTEMPTS; made++) {
            ids = Math.min(MOST_IDS_PER_THREAD, ids * 2);
            check = check(planted.open(uuids), THREADS, ids, folder);
        }
        long duplicates = check.result().duplicates();
        return new Control(planted.title(uuids), 1, check.result().ids(), duplicates, duplicates > 0);
    }

    /** Takes ids of a generator by several threads at once, and compares them. */
    static NodesCheck check(IdGenerator generator, int threads, long idsPerThread, Path folder)
            throws IOException, InterruptedException {
        List<ThreadFile> files = IntStream.range(0, threads)
                .mapToObj(thread -> new ThreadFile(folder.resolve("control-" + thread), 0, thread))
                .toList();
        CyclicBarrier ready = new CyclicBarrier(threads);
        try {
            NodeChild.inParallel(threads, thread -> {
                try (ThreadFileWriter writer =
                        new ThreadFileWriter(files.get(thread).path())) {
                    // The others may have failed before.
                    ready.await(1, TimeUnit.MINUTES);
                    new IdDrawer(generator, thread).draw(writer, idsPerThread, idsPerThread, System.nanoTime());
                }
            });
        } catch (ExecutionException e) {
            throw new IllegalStateException("a control could not be drawn from: " + e.getCause(), e);
        }
        return NodesCheck.of(
                new ThreadFiles(files, 1, IdDrawer.width(generator)), Ordering.NONE, 0, folder, Steps.NONE);
    }
}
