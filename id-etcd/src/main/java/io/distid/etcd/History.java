package io.distid.etcd;

import io.distid.StoreRegressedException;
import org.jspecify.annotations.Nullable;

/**
 * What one object has seen of a cluster: its number, and the greatest revision. Each answer to a linearizable request shows a revision that
 * is not below those that were seen before the request was sent; one that does comes from a cluster that was restored, or from another one.
 * Once that was seen, nothing is trusted any more. Safe for use by any number of threads.
 */
final class History {
    private final String where;
    private @Nullable String cluster;
    private long revision;
    private @Nullable String regression;

    History(String where) {
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
    synchronized void see(String answering, long shown, long before) {
        if (regression == null) {
            if (cluster == null) {
                cluster = answering;
            }
            if (!cluster.equals(answering)) {
                regression = "is cluster " + answering + ", and was cluster " + cluster + " before";
            } else if (shown < before) {
                regression = "is at revision " + shown + ", and was at " + before + " before";
            }
            revision = Math.max(revision, shown);
        }
        if (regression != null) {
            throw new StoreRegressedException("etcd at " + where + " " + regression
                    + ": was it restored from a snapshot, or do the endpoints lead to another cluster? What it granted may be granted"
                    + " again. Stop all holders of worker ids, wait until their reservations are over, set counters above every id in use, and"
                    + " open anew.");
        }
    }
}
