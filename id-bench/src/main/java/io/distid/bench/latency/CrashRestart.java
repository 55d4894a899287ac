package io.distid.bench.latency;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.WorkerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A source with a single worker id, so that the next process must wait for it. Without a server it is a file. */
record CrashRestart(String subject, String worker, @Nullable ServerKind server) {
    static final List<CrashRestart> ALL = Stream.concat(
                    Stream.of("file", "redis", "mysql", "postgresql", "zookeeper", "etcd")
                            .map(worker -> new CrashRestart("snowflake", worker, ServerKind.of(worker))),
                    Stream.of(new CrashRestart("sonyflake", "file", null)))
            .toList();

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
