package io.distid.bench.faults;

import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerIdKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A subject with the settings of its nodes. Immutable.
 *
 * @param subject the subject of the catalogue; peers are configured as their READMEs recommend
 * @param servers the servers that its settings name
 */
public record FaultSubject(Subject subject, Servers servers) {

    public String name() {
        return subject.name();
    }

    /** Whether a server grants worker ids to one holder at a time. */
    boolean isLeased() {
        return workerIds() == WorkerIdKind.LEASED || workerIds() == WorkerIdKind.REGISTERED;
    }

    /** Whether a file of each node says which worker id it has. */
    boolean hasFile() {
        return workerIds() == WorkerIdKind.FILE || workerIds() == WorkerIdKind.REGISTERED;
    }

    public boolean isOurs() {
        return subject.origin().library() == null;
    }

    WorkerIdKind workerIds() {
        return subject.layout().kind();
    }

    int workerIdCount() {
        return subject.layout().workerIds();
    }

    /** How long after its epoch the layout ends, where the epoch can be set; null of others. */
    @Nullable
    Duration lasts() {
        return subject.layout().lasts();
    }

    /** The settings of later nodes, which must not create lost data. */
    static Map<String, String> withoutLeaveToCreate(Map<String, String> settings) {
        Map<String, String> later = new TreeMap<>(settings);
        later.keySet().removeAll(List.of("create", "worker.create", "worker.file-create", "store.create"));
        return later;
    }
}
