package io.distid.bench.workshop.growth;

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
