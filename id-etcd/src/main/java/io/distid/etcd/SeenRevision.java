package io.distid.etcd;

import io.distid.StoreRegressedException;
import org.jspecify.annotations.Nullable;

/**
 * The greatest revision that one object has seen of its cluster. Each answer to a linearizable request shows a revision that is not below
 * those that were seen before the request was sent; one that does comes from a cluster that was restored. Once that was seen, nothing is
 * trusted any more. Safe for use by any number of threads.
 */
final class SeenRevision {
    private final String where;
    private long revision;
    private @Nullable String regression;

    SeenRevision(String where) {
        this.where = where;
    }

    /** The greatest revision that was seen; to be read before a request is sent. */
    synchronized long revision() {
        return revision;
    }

    /**
     * Looks at an answer.
     *
     * @param before what {@link #revision()} was before the request was sent
     * @throws StoreRegressedException if etcd went back, now or before
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
