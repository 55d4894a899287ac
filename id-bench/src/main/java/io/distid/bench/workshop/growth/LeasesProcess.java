package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.ChildTask;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.WorkerSettings;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A separate JVM with a {@link LeasesTrial}. For use by one thread. */
record LeasesProcess(SettingsFile settings, ChildJvm jvm) implements AutoCloseable {
    /** Starts one with open sources. */
    static LeasesProcess start(ServerKind server, Servers servers, int sources) throws InterruptedException {
        String worker = worker(server);
        SettingsFile settings = SettingsFile.write(Map.of(worker, ofSource(worker, servers)));
        LeasesProcess started =
                new LeasesProcess(settings, new ChildJvm("the measuring JVM", LeasesTrial.class, settings));
        try {
            started.jvm.ready();
            started.order(trial -> trial.open(worker, SettingsFile.ofThisJvm().of(worker), sources));
            return started;
        } catch (RuntimeException | InterruptedException e) {
            started.close();
            throw e;
        }
    }

    /** The name in settings of a server's source, which is that of the server. */
    static String worker(ServerKind server) {
        return server.name().toLowerCase(Locale.ROOT);
    }

    /** The settings of a source, with its provider's keys. */
    static Map<String, String> ofSource(String worker, Servers servers) {
        Map<String, String> settings = new TreeMap<>();
        WorkerSettings.of(worker, servers).forEach((key, value) -> settings.put(key.replace("worker.", ""), value));
        return settings;
    }

    <R> R run(ChildTask<LeasesTrial, R> task) throws InterruptedException {
        return jvm.run(task, ScaleRun.PATIENCE);
    }

    void order(ChildTask.Order<LeasesTrial> order) throws InterruptedException {
        jvm.order(order, ScaleRun.PATIENCE);
    }

    @Override
    public void close() {
        jvm.close();
        settings.close();
    }
}
