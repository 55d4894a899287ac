package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.WorkerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A separate JVM that holds worker ids through one source, or through several of a kind in turn. For use by one thread.
 */
record LeasesProcess(SettingsFile settings, ChildJvm jvm) implements AutoCloseable {
    /** Starts one with open sources. */
    static LeasesProcess start(String worker, Servers servers, int sources) throws InterruptedException {
        SettingsFile settings = SettingsFile.write(Map.of(worker, ofSource(worker, servers)));
        LeasesProcess started =
                new LeasesProcess(settings, new ChildJvm("the measuring JVM", ScaleChild.class, settings));
        try {
            started.jvm.ready();
            ScaleRun.tell(started.jvm, "sources", worker, worker, sources);
            return started;
        } catch (RuntimeException | InterruptedException e) {
            started.close();
            throw e;
        }
    }

    /** The settings of a source, with its provider's keys. */
    static Map<String, String> ofSource(String worker, Servers servers) {
        String prefix = "worker.";
        return WorkerSettings.of(worker, servers).entrySet().stream()
                .collect(Collectors.toMap(
                        each -> each.getKey().substring(prefix.length()),
                        Map.Entry::getValue,
                        (a, b) -> a,
                        TreeMap::new));
    }

    /** Acquires so many ids of a namespace, and returns the mean time. */
    TrialFigures acquire(String namespace, int size, int count, Duration reservation) throws InterruptedException {
        return ScaleRun.find(jvm, "acquire", namespace, size, count, reservation.toMillis());
    }

    /** Begins to acquire so many of a namespace through each source, all sources at once. */
    void beginTogether(String namespace, int size, int each, Duration reservation) {
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

    /** Releases all leases. */
    void release() throws InterruptedException {
        ScaleRun.tell(jvm, "release");
    }

    @Override
    public void close() {
        jvm.close();
        settings.close();
    }
}
