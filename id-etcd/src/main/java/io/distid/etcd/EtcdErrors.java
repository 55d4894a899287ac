package io.distid.etcd;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.internal.Address;
import io.distid.spi.IdConfig;
import java.io.IOException;
import java.util.Map;
import tools.jackson.core.JacksonException;

/** Turns errors of etcd into one sentence that says what happened and what the operator can do. */
final class EtcdErrors {
    /** gRPC's codes, which the gateway passes on. */
    private static final int DEADLINE_EXCEEDED = 4;

    private static final int PERMISSION_DENIED = 7;
    private static final int OUT_OF_RANGE = 11;
    private static final int UNAVAILABLE = 14;
    private static final int UNAUTHENTICATED = 16;
    private static final int SERVER_ERROR = 500;
    private static final int SHOWN = 200;

    private final String where;
    private final IdConfig config;

    EtcdErrors(String where, IdConfig config) {
        this.where = Address.of(where).toString();
        this.config = config;
    }

    /**
     * A refusal, with gRPC's code.
     *
     * @param code -1 if the refusal comes neither from etcd nor from a failing proxy
     */
    record Refusal(int code, String reason) {
        /** Reads an answer with another status than 200. */
        static Refusal of(int status, String body) {
            try {
                if (GatewayJson.read(body) instanceof Map<?, ?> json && json.get("code") != null) {
                    Object reason = json.get("message") == null ? json.get("error") : json.get("message");
                    return new Refusal(Integer.parseInt(json.get("code").toString()), String.valueOf(reason));
                }
            } catch (JacksonException | NumberFormatException e) {
                // The answer is not of etcd's gateway, so it is shown unchanged.
            }
            String shown = body.strip();
            // A proxy answers so if it reached no member.
            int code = status >= SERVER_ERROR ? UNAVAILABLE : -1;
            return new Refusal(code, "HTTP " + status + " " + shown.substring(0, Math.min(SHOWN, shown.length())));
        }

        /** Whether the member had no leader in time, or a proxy reached no member. The request may have been carried out, and another endpoint may answer. */
        boolean isUnavailable() {
            return code == UNAVAILABLE || code == DEADLINE_EXCEEDED;
        }

        /**
         * Whether the token of the log-in has expired, or is older than a change of users and roles. For the latter, etcd 3.4.23, 3.5.9 and
         * later versions send the first text with code 3. Earlier versions send the second text with code 2.
         */
        boolean isStaleLogin() {
            return code == UNAUTHENTICATED
                    || reason.contains("revision of auth store is old")
                    || reason.contains("auth: revision in header is old");
        }

        boolean isTooLarge() {
            return reason.contains("too many operations in txn request") || reason.contains("request is too large");
        }

        boolean isCompacted() {
            return code == OUT_OF_RANGE && reason.contains("required revision has been compacted");
        }

        boolean isOverLease() {
            return reason.contains("requested lease not found");
        }
    }

    BackendException unanswered(IOException error) {
        String reason = error.getMessage() == null ? error.getClass().getSimpleName() : config.hide(error.getMessage());
        return new BackendException(
                "etcd at " + where + " did not answer within "
                        + config.duration("timeout").toMillis() + " ms: " + reason
                        + " (is it up, has it a leader, is the address right, does it speak TLS?)",
                config.hide(error));
    }

    BackendException refused(Refusal refusal) {
        String reason = refusal.reason();
        String shown = config.hide(reason);
        if (refusal.code() == UNAUTHENTICATED
                || reason.contains("authentication failed")
                || reason.contains("user name is empty")
                || reason.contains("authentication is not enabled")) {
            return new BackendException("etcd at " + where + " refused the log-in: " + shown + " (check the keys "
                    + config.fullName("user") + " and " + config.fullName("password") + ")");
        }
        if (refusal.code() == PERMISSION_DENIED) {
            return new BackendException("the user on etcd at " + where + " lacks a permission: " + shown
                    + " (the README lists the keys to be granted)");
        }
        return new BackendException("etcd at " + where + " refused: " + shown);
    }

    BackendException noGateway(NoGatewayException error) {
        return new BackendException(
                "the server at " + where + " is not a JSON gateway of etcd, version 3.4 or newer: "
                        + config.hide(error.getMessage()),
                config.hide(error));
    }

    /** The error of an etcd that went back, whose grants are no longer trusted. */
    static StoreRegressedException wentBack(String where, String how) {
        return new StoreRegressedException("etcd at " + where + " " + how
                + ": was it restored from a snapshot, or do the endpoints lead to another cluster? What it granted may be granted"
                + " again. Stop all holders of worker ids, wait until their reservations are over, set counters"
                + " above every id in use, and open again.");
    }

    /** Returns a text of the server without secrets. */
    String hide(String text) {
        return config.hide(text);
    }

    String where() {
        return where;
    }
}
