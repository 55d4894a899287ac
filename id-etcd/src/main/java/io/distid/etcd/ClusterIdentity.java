package io.distid.etcd;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one cluster that all endpoints belong to: the {@code cluster_id} of the first answer, and the endpoints that have answered with it. An
 * endpoint of another cluster is refused before any other request. Once an endpoint changes its {@code cluster_id}, no endpoint is trusted any
 * more. Safe for use by any number of threads.
 *
 * <p>A missing key is created only if more than half of the endpoints belong to this cluster. No two clusters have more than half. So two processes
 * with the same list of endpoints create the key in the same cluster, even if they reach different endpoints.
 */
final class ClusterIdentity {
    private final String where;
    private final String key;
    private final List<String> endpoints;
    private final Set<String> members = new HashSet<>();
    private @Nullable String id;
    private @Nullable String first;
    private @Nullable String regression;

    /**
     * Creates an identity that is still unknown.
     *
     * @param key the full name of the setting that lists the endpoints
     */
    ClusterIdentity(String where, String key, List<String> endpoints) {
        this.where = where;
        this.key = key;
        this.endpoints = endpoints;
    }

    /** Whether this endpoint is known to belong to the cluster. */
    synchronized boolean has(String endpoint) {
        return members.contains(endpoint);
    }

    /**
     * Checks an answer.
     *
     * @param answering the {@code cluster_id} of the answer
     * @throws ConfigException if an endpoint that was not asked before belongs to another cluster
     * @throws StoreRegressedException if an endpoint belongs to another cluster than before, now or in an earlier answer
     */
    synchronized void see(String endpoint, String answering) {
        requireTrusted();
        if (id == null) {
            id = answering;
            first = endpoint;
        }
        if (id.equals(answering)) {
            members.add(endpoint);
            return;
        }
        if (members.contains(endpoint)) {
            regression = "is cluster " + answering + " by " + endpoint + ", and was cluster " + id + " before";
            requireTrusted();
        }
        throw new ConfigException(key + " lists endpoints of two clusters of etcd: " + first + " is of cluster " + id
                + " and " + endpoint + " of cluster " + answering
                + "; both would grant the same ids and locks: name members of one cluster");
    }

    /**
     * Fails once an endpoint has changed its cluster.
     *
     * @throws StoreRegressedException if an endpoint has changed its cluster
     */
    synchronized void requireTrusted() {
        if (regression != null) {
            throw EtcdErrors.wentBack(where, regression);
        }
    }

    /** Whether more than half of the endpoints are known to belong to this cluster. */
    synchronized boolean hasMajority() {
        return members.size() * 2 > endpoints.size();
    }

    /**
     * Refuses to create a missing key unless more than half of the endpoints are known to belong to this cluster.
     *
     * @param what names what is missing
     */
    synchronized void requireMajority(String what) {
        if (!hasMajority()) {
            throw new BackendException(
                    what + " is missing in etcd cluster " + id + " at " + where
                            + " and is not made: only " + members.size() + " of the " + endpoints.size()
                            + " endpoints have answered. The others may belong to a cluster that has it; more than half must answer");
        }
    }
}
