package io.distid.etcd;

import java.util.List;
import java.util.Map;

/**
 * An answer of the gateway in JSON, which leaves out values that are 0, false or empty.
 *
 * @param body the JSON of the answer
 * @param serverMillis the header {@code Date}, in epoch ms
 */
record EtcdAnswer(Map<?, ?> body, long serverMillis) {

    long number(String name) {
        return number(body, name);
    }

    /** Whether the answer has the parts that etcd always sends for such a request. */
    boolean isComplete(String path) {
        if (path.startsWith("/v3/kv/")) {
            return !cluster().isEmpty() && revision() > 0;
        }
        return !path.equals("/v3/lease/grant") || number("ID") != 0;
    }

    /** The number of the cluster that answered; empty if it is missing. */
    String cluster() {
        return body.get("header") instanceof Map<?, ?> header && header.get("cluster_id") != null
                ? header.get("cluster_id").toString()
                : "";
    }

    /**
     * The incarnation, which changes with each election of a leader. So it changes whenever a cluster is restarted, even on older data. Two clusters have
     * different incarnations.
     */
    String incarnation() {
        return cluster() + "/" + (body.get("header") instanceof Map<?, ?> header ? number(header, "raft_term") : 0);
    }

    long revision() {
        return body.get("header") instanceof Map<?, ?> header ? number(header, "revision") : 0;
    }

    static long number(Map<?, ?> object, String name) {
        Object value = object.get(name);
        return value == null ? 0 : Long.parseLong(value.toString());
    }

    static List<?> list(Map<?, ?> object, String name) {
        return object.get(name) instanceof List<?> list ? list : List.of();
    }
}
