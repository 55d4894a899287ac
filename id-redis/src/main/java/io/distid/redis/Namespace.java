package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A namespace's hash, and what scripts answer about it.
 *
 * @param request what was asked for
 * @param clock the holder's clock when it was asked for, in epoch ms
 * @param hash the hash that has the header
 * @param where the server
 * @param maxAhead how far clocks may be ahead of the server's
 */
record Namespace(WorkerRequest request, long clock, String hash, String where, Duration maxAhead) {
    private static final System.Logger LOG = System.getLogger(Namespace.class.getName());

    /** For messages. */
    String name() {
        return "namespace \"" + request.namespace() + "\" (hash " + hash + " of Redis at " + where + ")";
    }

    /** The error for an answer of a script that takes an id. */
    IdException refusal(List<String> answer) {
        return switch (answer.get(0)) {
            case "missing" ->
                new ConfigException(name() + " does not exist. If it is new, pass create=true for its first start; if"
                        + " it was lost, too: ids then begin above all that its holders can have reserved");
            case "layout" ->
                new ConfigException(name() + " is in use with the layout \"" + answer.get(1) + "\", not \""
                        + request.fingerprint() + "\": ids of two layouts can be equal; take another namespace");
            case "ahead" -> ahead(Long.parseLong(answer.get(1)));
            case "far" -> far(Long.parseLong(answer.get(2)), Long.parseLong(answer.get(1)));
            default -> throw new IllegalStateException("unexpected answer of a script: " + answer);
        };
    }

    private BackendException ahead(long server) {
        return new BackendException("worker ids of " + name() + " are refused: this node's clock shows "
                + Instant.ofEpochMilli(clock) + ", " + (clock - server) + " ms ahead of the server's clock, and at"
                + " most " + maxAhead.toMillis() + " ms ahead are allowed (key max-ahead of the source); mend the clock"
                + " that is wrong");
    }

    private BackendException far(long reserved, long server) {
        long most = maxAhead.plus(request.reservation()).toMillis();
        return new BackendException("worker ids of " + name() + " are refused: all that are free were reserved until "
                + Instant.ofEpochMilli(reserved) + " or longer, " + (reserved - server)
                + " ms ahead of the server's clock, and at most " + most
                + " ms ahead are allowed (key max-ahead of the source, and the reservation). Their holders before had a"
                + " longer reservation, or a clock that was ahead: wait until "
                + Instant.ofEpochMilli(reserved - most) + ", or give all nodes of the namespace one reservation");
    }

    /**
     * Logs what is new, if anything is: an operator who has made nothing anew should look.
     *
     * @param id what was granted
     * @param stamped above what it begins
     * @param news {@code made}, {@code lost}, {@code moved} or empty
     * @param first whether the id had no record
     */
    void log(int id, long stamped, String news, boolean first) {
        String what = switch (news) {
            case "made" -> name() + " was not there and is made";
            case "lost" -> name() + " lacks records of worker ids that were granted";
            case "moved" ->
                name() + " is on another run of a server than before, which a restart or a failover explains:"
                        + " writes may have been lost";
            default -> first ? name() + " grants worker id " + id + " for the first time" : "";
        };
        if (!what.isEmpty()) {
            LOG.log(
                    Level.INFO,
                    what + "; the first id of worker id " + id + " can be had from "
                            + Instant.ofEpochMilli(stamped + 1));
        }
    }
}
