package io.distid.redis;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.worker.AcquireRetries;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Leases from one hash for each namespace. Remembers the bounds that were confirmed, so that a store which lost them is noticed. */
final class RedisWorkerIds implements WorkerIds {
    private static final Script TAKE = Script.onRecord("run.lua", "header.lua", "lease-take.lua");
    private static final Script GIVE_UP = Script.onRecord("lease-give-up.lua");
    private static final RedisLeaseBackend.Scripts SCRIPTS = new RedisLeaseBackend.Scripts(
            Script.onRecord("run.lua", "lease-renew.lua", "renew-each.lua"), Script.onRecord("lease-release.lua"));

    private final ScriptRunner redis;
    private final String prefix;
    private final boolean create;
    private final Duration maxAhead;
    private final Duration within;
    private final KnownBounds bounds = new KnownBounds();
    private final LeaseRenewer renewer;

    RedisWorkerIds(ScriptRunner redis, String prefix, boolean create, Duration maxAhead) {
        this(redis, prefix, create, maxAhead, AcquireRetries.DEFAULT_TIMEOUT);
    }

    /**
     * A source.
     *
     * @param within how long an acquire may take
     */
    RedisWorkerIds(ScriptRunner redis, String prefix, boolean create, Duration maxAhead, Duration within) {
        this.redis = redis;
        this.prefix = prefix;
        this.create = create;
        this.maxAhead = maxAhead;
        this.within = within;
        this.renewer = RedisLeaseBatch.renewer(redis);
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        // The braces name what decides the slot of a cluster.
        String key = prefix + ":{" + request.namespace() + "}";
        LeaseToken token = new LeaseToken();
        Namespace namespace = new Namespace(request, request.clock().millis(), key, redis.where(), maxAhead);
        List<String> keys = List.of(key, key + ":took:" + token.current());
        List<String> answer = take(keys, token.current(), request, namespace);
        switch (answer.get(0)) {
            case "taken" -> {}
            case "full" -> throw full(namespace, answer);
            default -> throw namespace.refusal(answer);
        }
        int id = Integer.parseInt(answer.get(1));
        long stamped = Long.parseLong(answer.get(2));
        long reserved = Long.parseLong(answer.get(3));
        namespace.log(id, stamped, answer.get(4), !answer.get(5).isEmpty());
        RedisLeaseBackend hold = new RedisLeaseBackend(
                redis, SCRIPTS, List.of(key), id, token, namespace, bounds, renewer, stamped, reserved, () -> {});
        hold.requireNoRegression();
        return RenewedLease.start(request, id, stamped, reserved, hold);
    }

    private List<String> take(List<String> keys, String token, WorkerRequest request, Namespace namespace) {
        List<String> arguments = List.of(
                Integer.toString(request.firstId()),
                Integer.toString(request.lastId()),
                Integer.toString(request.preferredId().orElse(-1)),
                token,
                request.holder(),
                request.fingerprint(),
                Long.toString(namespace.clock()),
                Long.toString(request.reservation().toMillis()),
                Long.toString(maxAhead.toMillis()),
                create ? "1" : "0");
        try {
            return RedisLeaseBackend.words(redis.take(TAKE, keys, arguments, within));
        } catch (BackendException e) {
            try {
                // It may have been carried out, or be about to be: nobody would use the id.
                redis.run(GIVE_UP, keys, List.of(token));
            } catch (IdException unanswered) {
                e.addSuppressed(unanswered);
            }
            throw e;
        }
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return create ? maxAhead.plus(request.reservation()) : Duration.ZERO;
    }

    private static IdsExhaustedException full(Namespace namespace, List<String> answer) {
        return new IdsExhaustedException("all worker ids from "
                + namespace.request().firstId() + " to " + namespace.request().lastId() + " of " + namespace.name()
                + " are held: "
                + answer.stream()
                        .skip(1)
                        .map(held -> held.replaceFirst(" ", " by "))
                        .collect(Collectors.joining(", "))
                + "; stop a holder, or allow more ids");
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() {
        redis.close();
    }
}
