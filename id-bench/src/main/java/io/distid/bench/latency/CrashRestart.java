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

/**
 * A source of worker ids with one id to give, so that whoever comes next has to wait for it.
 *
 * @param subject the strategy that asks for the id, as the catalogue finds it
 * @param worker the source, as the strategy finds it
 * @param server where it keeps leases, or null if in a file
 */
record CrashRestart(String subject, String worker, @Nullable ServerKind server) {
    /** Those that strategies declare. */
    static List<CrashRestart> all() {
        return Catalogue.declared().stream()
                .flatMap(each -> each.restarts().stream()
                        .map(worker -> new CrashRestart(each.rows().get(0).name(), worker, server(worker))))
                .toList();
    }

    private static @Nullable ServerKind server(String worker) {
        return ServerKind.of(Providers.find(WorkerIdsProvider.class, worker).server());
    }

    /** What its settings go by. */
    String name() {
        return subject + " worker=" + worker;
    }

    /**
     * What predecessor and successor are opened with.
     *
     * @param namespace that nobody else uses
     * @param directory for a file
     */
    Map<String, String> settings(Servers servers, String namespace, Path directory) {
        Map<String, String> settings = new TreeMap<>(source(servers, namespace, directory));
        settings.put("namespace", namespace);
        settings.put("worker", worker);
        if (server != null) {
            settings.putAll(WorkerSettings.oneWorkerId());
        }
        return settings;
    }

    private Map<String, String> source(Servers servers, String namespace, Path directory) {
        return server == null
                ? Map.of(
                        "worker.file",
                                directory.resolve(subject + "-" + namespace).toString(),
                        "worker.id", "0",
                        "worker.file-create", "true")
                : WorkerSettings.of(worker, servers);
    }
}
