package io.distid.bench.history;

import io.distid.IdGenerator;
import io.distid.bench.results.Control;
import io.distid.bench.way.PlantedRepeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the checker of one process. It runs counters that lose counts under threads, and generators that repeat in one
 * of their ways. It asks them as it asks every strategy, and the same check must find their repeats. Stateless: safe
 * for use by any number of threads.
 */
public final class ThreadControls {
    private static final int THREADS = 4;
    private static final int IDS_PER_THREAD = 20_000;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /**
     * On a busy machine threads may run one after another, and no count is lost. So one attempt without repeats does
     * not prove that the check is blind.
     */
    private static final int ATTEMPTS = 50;
    /** Large enough that threads run longer than a time slice, so that some run at the same time. */
    private static final int MOST_IDS_PER_THREAD = 500_000;

    private ThreadControls() {}

    /** Takes so many ids in each thread from a new counter, and checks them. */
    @FunctionalInterface
    interface Attempt {
        UniquenessCheck run(int idsPerThread) throws InterruptedException;
    }

    /**
     * Runs each control, again if none of its ids repeats.
     *
     * @return the findings, each of one process
     */
    public static List<Control> run() throws InterruptedException {
        List<Control> controls = new ArrayList<>();
        for (LosingCounter counter : LosingCounter.values()) {
            controls.add(run(counter.title, ids -> attempt(counter.open(), THREADS, ids)));
        }
        for (PlantedRepeat planted : PlantedRepeat.values()) {
            for (boolean uuids : new boolean[] {false, true}) {
                controls.add(run(planted.title(uuids), ids -> attempt(planted.open(uuids), THREADS, ids)));
            }
        }
        return controls;
    }

    static UniquenessCheck attempt(IdGenerator generator, int threads, int idsPerThread) throws InterruptedException {
        return UniquenessCheck.of(new HistoryRecorder(threads, idsPerThread, LONGEST).record(List.of(generator)));
    }

    /** Repeats an attempt until an id repeats. Each attempt takes twice as many ids as the one before. */
    static Control run(String title, Attempt attempt) throws InterruptedException {
        int ids = IDS_PER_THREAD;
        UniquenessCheck check = attempt.run(ids);
        for (int made = 1; check.result().duplicates() == 0 && made < ATTEMPTS; made++) {
            ids = Math.min(MOST_IDS_PER_THREAD, ids * 2);
            check = attempt.run(ids);
        }
        long duplicates = check.result().duplicates();
        return new Control(title, 1, check.result().ids(), duplicates, duplicates > 0);
    }
}
