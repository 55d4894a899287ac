package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;

/**
 * A node's record of its worker id on disk. Immutable.
 *
 * @param namespace whose worker id
 * @param workerId the id
 * @param layout the fingerprint of the layout
 * @param reservedUntil epoch ms: a tick that starts at or before it may already be used
 */
public record WorkerFile(String namespace, int workerId, String layout, long reservedUntil) {
    /** The same with another bound. */
    WorkerFile withReservedUntil(long bound) {
        return new WorkerFile(namespace, workerId, layout, bound);
    }

    /**
     * Refuses a file of another namespace, layout or range than the request's.
     *
     * @throws ConfigException if it does not fit
     */
    public void requireFor(WorkerRequest request, Path path) {
        requireFor(request, request.fingerprint(), path);
    }

    /**
     * The same for a source whose files keep no bound. Its layout line says more than the layout, so that no other source takes such a file for its
     * own.
     *
     * @param line the layout line that the source writes for it
     */
    public void requireFor(WorkerRequest request, String line, Path path) {
        if (!namespace.equals(request.namespace())) {
            throw foreign(path, "namespace \"" + namespace + "\", not \"" + request.namespace() + "\"");
        }
        if (!layout.equals(line)) {
            throw foreign(path, "layout \"" + layout + "\", not \"" + line + "\"");
        }
        if (workerId < request.firstId() || workerId > request.lastId()) {
            throw foreign(
                    path, "worker id " + workerId + ", not one from " + request.firstId() + " to " + request.lastId());
        }
    }

    static ConfigException foreign(Path path, String what) {
        return new ConfigException("worker file " + path + " belongs to " + what + ": name another file");
    }
}
