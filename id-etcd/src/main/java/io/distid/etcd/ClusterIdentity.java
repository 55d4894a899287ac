package io.distid.etcd;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one cluster that all endpoints belong to: the number {@code cluster_id} that the first answer told, and which endpoints have answered
 * with it. An endpoint of another cluster is refused before it is asked for anything else. Once an endpoint that had this number has
 * another, nothing is trusted any more. Safe for use by any number of threads.
 *
 * <p>What is missing is made only where more than half of the endpoints have this number. Two processes that are given the same endpoints, of which
 * each reaches others, then make it in one cluster, as no two clusters have more than half of them.
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
     * One that no endpoint has told yet.
     *
     * @param key the full name of the setting that lists the endpoints
     */
    ClusterIdentity(String where, String key, List<String> endpoints) {
        this.where = where;
        this.key = key;
        this.endpoints = endpoints;
    }

    /** Whether this endpoint's number is known to be that of the others. */
    synchronized boolean has(String endpoint) {
        return members.contains(endpoint);
    }

    /**
     * Looks at an answer.
     *
     * @param answering the {@code cluster_id} that it told
     * @throws ConfigException if an endpoint that was not asked before belongs to another cluster
     * @throws StoreRegressedException if one that was asked before belongs to another cluster than it did, now or before
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
                + "; ids and locks that both grant are the same: name members of one cluster");
    }

    /**
     * Fails once an endpoint has changed its cluster.
     *
     * @throws StoreRegressedException then
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
     * Refuses to make what is missing unless more than half of the endpoints are known to belong to this cluster.
     *
     * @param what is missing
     */
    synchronized void requireMajority(String what) {
        if (!hasMajority()) {
            throw new BackendException(
                    what + " is missing in etcd cluster " + id + " and is not made: of the endpoints "
                            + where + " only " + members.size() + " of " + endpoints.size()
                            + " have answered, and the others may be of a cluster that has it; more than half must answer");
        }
    }
}
