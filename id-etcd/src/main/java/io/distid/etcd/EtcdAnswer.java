package io.distid.etcd;

import java.util.List;
import java.util.Map;

/**
 * The JSON that the gateway answered. It leaves out what is 0, false or empty.
 *
 * @param body of the answer
 * @param serverMillis the header {@code Date}, in epoch ms
 */
record EtcdAnswer(Map<?, ?> body, long serverMillis) {

    long number(String name) {
        return number(body, name);
    }

    /** Whether it holds what each answer of etcd to such a request does. */
    boolean isComplete(String path) {
        if (path.startsWith("/v3/kv/")) {
            return !cluster().isEmpty() && revision() > 0;
        }
        return !path.equals("/v3/lease/grant") || number("ID") != 0;
    }

    /** Of the cluster that answered, empty if it is not told. */
    String cluster() {
        return body.get("header") instanceof Map<?, ?> header && header.get("cluster_id") != null
                ? header.get("cluster_id").toString()
                : "";
    }

    /** Another one after each election of a leader, and so whenever a cluster was started anew, be it on older data; of two clusters another one, too. */
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
