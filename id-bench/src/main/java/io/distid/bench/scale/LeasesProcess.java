package io.distid.bench.scale;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.WorkerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A JVM of its own that holds worker ids through one source, or through several of a kind in turn. For use by one thread. */
record LeasesProcess(SettingsFile settings, ChildJvm jvm) implements AutoCloseable {
    /**
     * Starts one whose sources are open.
     *
     * @param worker the source, as a strategy finds it
     * @param servers where it finds its server
     * @param sources how many of it
     */
    static LeasesProcess start(String worker, Servers servers, int sources) throws InterruptedException {
        SettingsFile settings = ScaleRun.settings(worker, ofSource(worker, servers));
        try {
            LeasesProcess started = new LeasesProcess(settings, ScaleRun.start(settings, List.of()));
            return opened(started, worker, sources);
        } catch (RuntimeException | InterruptedException e) {
            // It may hold a password.
            settings.close();
            throw e;
        }
    }

    private static LeasesProcess opened(LeasesProcess started, String worker, int sources) throws InterruptedException {
        try {
            ScaleRun.tell(started.jvm, "sources", worker, worker, sources);
            return started;
        } catch (RuntimeException | InterruptedException e) {
            started.jvm.close();
            throw e;
        }
    }

    /** A source's settings, as its provider has them. */
    static Map<String, String> ofSource(String worker, Servers servers) {
        String prefix = "worker.";
        return WorkerSettings.of(worker, servers).entrySet().stream()
                .collect(Collectors.toMap(
                        each -> each.getKey().substring(prefix.length()),
                        Map.Entry::getValue,
                        (a, b) -> a,
                        TreeMap::new));
    }

    /** Acquires so many of a namespace, and tells the mean time of each of them. */
    TrialFigures acquire(String namespace, int size, int count, Duration reservation) throws InterruptedException {
        return ScaleRun.find(jvm, "acquire", namespace, size, count, reservation.toMillis());
    }

    /** Begins to acquire so many of a namespace through each source, all sources at once. */
    void askTogether(String namespace, int size, int each, Duration reservation) {
        jvm.tell("together", namespace, size, each, reservation.toMillis());
    }

    /** Waits until all of them are acquired. */
    void awaitTogether() throws InterruptedException {
        jvm.await(ScaleChild.DONE, ScaleRun.PATIENCE);
    }

    /** Opens a generator, and calls it from now on. */
    void live(String namespace, int size, Duration reservation) throws InterruptedException {
        ScaleRun.tell(jvm, "live", namespace, size, reservation.toMillis());
    }

    /** Ends the calls of that generator, and tells how many failed. */
    TrialFigures lived() throws InterruptedException {
        return ScaleRun.find(jvm, "lived");
    }

    /** Holds what it has while it is renewed. */
    TrialFigures watch(Duration window) throws InterruptedException {
        return ScaleRun.find(jvm, "watch", window.toMillis());
    }

    /** Gives all of them back. */
    void release() throws InterruptedException {
        ScaleRun.tell(jvm, "release");
    }

    @Override
    public void close() {
        jvm.close();
        settings.close();
    }
}
