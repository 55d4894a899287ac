package io.distid.etcd;

import io.distid.StoreRegressedException;
import org.jspecify.annotations.Nullable;

/**
 * The greatest revision of a cluster that an object has seen. The answer to a linearizable request has at least the revisions seen before
 * the request was sent. A lower revision means that the cluster was restored. After that, no answer is trusted any more. Safe for use by
 * any number of threads.
 */
final class SeenRevision {
    private final String where;
    private long revision;
    private @Nullable String regression;

    SeenRevision(String where) {
        this.where = where;
    }

    /** The greatest revision seen; to be read before a request is sent. */
    synchronized long revision() {
        return revision;
    }

    /**
     * Checks an answer.
     *
     * @param before {@link #revision()} before the request was sent
     * @throws StoreRegressedException if etcd went back, now or in an earlier answer
     */
    synchronized void see(long shown, long before) {
        if (regression == null) {
            if (shown < before) {
                regression = "is at revision " + shown + ", and was at " + before + " before";
            }
            revision = Math.max(revision, shown);
        }
        if (regression != null) {
            throw EtcdErrors.wentBack(where, regression);
        }
    }
}
