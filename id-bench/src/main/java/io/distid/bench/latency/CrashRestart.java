package io.distid.bench.latency;

import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.WorkerSettings;
import io.distid.spi.Providers;
import io.distid.worker.WorkerIdsProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A source with a single worker id, so that the next process must wait for it. Without a server it is a file. */
record CrashRestart(String subject, String worker, @Nullable ServerKind server) {
    /** All that strategies declare. */
    static List<CrashRestart> all() {
        return Catalogue.declared().stream()
                .flatMap(each -> each.restarts().stream()
                        .map(worker -> new CrashRestart(each.rows().get(0).name(), worker, server(worker))))
                .toList();
    }

    private static @Nullable ServerKind server(String worker) {
        return ServerKind.of(Providers.find(WorkerIdsProvider.class, worker).server());
    }

    /** The name of its settings. */
    String name() {
        return subject + " worker=" + worker;
    }

    /** The settings of predecessor and successor. */
    Map<String, String> settings(Servers servers, String namespace, Path directory) {
        Map<String, String> settings = new TreeMap<>(WorkerSettings.of(worker, servers));
        settings.put("namespace", namespace);
        settings.put("worker", worker);
        if (server == null) {
            settings.put(
                    "worker.file", directory.resolve(subject + "-" + namespace).toString());
            settings.put("worker.id", "0");
            settings.put("worker.file-create", "true");
        } else {
            settings.putAll(WorkerSettings.oneWorkerId());
        }
        return settings;
    }
}
