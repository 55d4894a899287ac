package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Leases from one hash for each namespace. Remembers the bounds that it told, so that a store which forgot them shows. */
final class RedisWorkerIds implements WorkerIds {
    private static final Script TAKE = Script.load("lease-take.lua");

    private final RedisLink link;
    private final String prefix;
    private final boolean create;
    private final Duration maxAhead;
    private final Map<String, Long> bounds = new ConcurrentHashMap<>();

    RedisWorkerIds(RedisLink link, String prefix, boolean create, Duration maxAhead) {
        this.link = link;
        this.prefix = prefix;
        this.create = create;
        this.maxAhead = maxAhead;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        // The braces name what decides the slot of a cluster.
        String key = prefix + ":{" + request.namespace() + "}";
        String token = UUID.randomUUID().toString();
        long clock = request.clock().millis();
        List<String> answer = answer(link.run(
                TAKE,
                List.of(key),
                List.of(
                        Integer.toString(request.firstId()),
                        Integer.toString(request.lastId()),
                        Integer.toString(request.preferredId().orElse(-1)),
                        token,
                        request.holder(),
                        request.fingerprint(),
                        Long.toString(clock),
                        Long.toString(request.reservation().toMillis()),
                        Long.toString(maxAhead.toMillis()),
                        create ? "1" : "0")));
        if (!answer.get(0).equals("taken")) {
            throw refusal(request, key, clock, answer);
        }
        int id = Integer.parseInt(answer.get(1));
        long stamped = answer.get(2).isEmpty() ? Long.MIN_VALUE : Long.parseLong(answer.get(2));
        long reserved = Long.parseLong(answer.get(3));
        RedisLeaseHold hold =
                new RedisLeaseHold(link, bounds, key, id, token, request.reservation(), maxAhead, stamped, reserved);
        long known = bounds.getOrDefault(hold.name(), Long.MIN_VALUE);
        if (stamped < known) {
            // Leaves the slot as it should be, so that this id at least is safe again.
            hold.release(known);
            throw new StoreRegressedException(hold.where() + " holds "
                    + (stamped == Long.MIN_VALUE ? "no bound" : "a bound of " + Instant.ofEpochMilli(stamped))
                    + ", but " + Instant.ofEpochMilli(known)
                    + " was confirmed before: was Redis restored, flushed, or did a"
                    + " failover or a crash lose writes? No worker id of this namespace can be trusted until each bound is"
                    + " above every tick that was stamped: stop its holders, wait until their reservations are over, and"
                    + " start them again.");
        }
        hold.confirmed(reserved);
        return RenewedLease.start(request, id, stamped, reserved, hold);
    }

    private IdException refusal(WorkerRequest request, String key, long clock, List<String> answer) {
        String namespace =
                "namespace \"" + request.namespace() + "\" (hash " + key + " of Redis at " + link.where() + ")";
        return switch (answer.get(0)) {
            case "missing" ->
                new ConfigException(
                        namespace + " does not exist. If it is new, pass create=true for its first start; if it"
                                + " was lost, first wait until the reservations of all its holders are over");
            case "layout" ->
                new ConfigException(namespace + " is in use with the layout \"" + answer.get(1) + "\", not \""
                        + request.fingerprint() + "\": ids of two layouts can be equal; take another namespace");
            case "ahead" ->
                new BackendException("worker ids of " + namespace + " are refused: this node's clock shows "
                        + Instant.ofEpochMilli(clock) + ", or the predecessor's bound lies there, "
                        + (clock - Long.parseLong(answer.get(1))) + " ms ahead of the server's, and at most "
                        + maxAhead.toMillis() + " ms ahead are allowed (key max-ahead); mend the clock");
            default ->
                new IdsExhaustedException(
                        "all worker ids from " + request.firstId() + " to " + request.lastId() + " of "
                                + namespace + " are held: "
                                + answer.stream()
                                        .skip(1)
                                        .map(held -> held.replaceFirst(" ", " by "))
                                        .collect(Collectors.joining(", "))
                                + "; stop a holder, or allow more ids");
        };
    }

    /** A script's answer: words. */
    static List<String> answer(Object reply) {
        return ((List<?>) reply).stream().map(String::valueOf).toList();
    }

    @Override
    public void close() {
        link.close();
    }
}
