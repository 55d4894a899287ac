package io.distid.redis;

import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.redis.UnansweredTakes.Take;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerFile;
import io.distid.worker.WorkerFileBackend;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Grants ids that are not in a set in Redis: the one of the file, the preferred one, or such as are drawn.
 *
 * <p>The file holds the owner's token as part of its layout line. It is written before the set is asked, so that a crash in between
 * leaves no id in the set that nobody can claim.
 */
final class RedisSetWorkerIds implements WorkerIds {
    private static final String OWNER = " token=";
    private static final int HOLDERS_SHOWN = 16;

    private final ScriptRunner redis;
    private final String prefix;
    private final Duration maxAhead;
    private final @Nullable Path path;
    private final int attempts;
    private final RedisKnownBounds bounds = new RedisKnownBounds();
    private final LeaseRenewer renewer;
    private final UnansweredTakes unanswered;

    RedisSetWorkerIds(ScriptRunner redis, String prefix, Duration maxAhead, @Nullable Path path, int attempts) {
        this(redis, prefix, maxAhead, path, attempts, new UnansweredTakes());
    }

    /**
     * A source.
     *
     * @param unanswered those of this process, which another source may have made
     */
    RedisSetWorkerIds(
            ScriptRunner redis,
            String prefix,
            Duration maxAhead,
            @Nullable Path path,
            int attempts,
            UnansweredTakes unanswered) {
        this.redis = redis;
        this.prefix = prefix;
        this.maxAhead = maxAhead;
        this.path = path;
        this.attempts = attempts;
        this.unanswered = unanswered;
        this.renewer = RedisLeaseBatch.renewer(redis);
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        MachineIdSet set = set(request);
        if (path == null) {
            MachineIdSet.Answer again = takeAgain(set);
            return start(set, again == null ? draw(set, null, LeaseToken.draw()) : again, null);
        }
        HeldWorkerFile file = HeldWorkerFile.lock(path);
        try {
            return acquire(set, file);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    /** A namespace is made whatever the settings are. */
    @Override
    public Duration firstStart(WorkerRequest request) {
        return set(request).isKnown() ? Duration.ZERO : maxAhead.plus(request.reservation());
    }

    private MachineIdSet set(WorkerRequest request) {
        // The braces put both keys into one slot of a cluster.
        String key = prefix + ":{" + request.namespace() + "}";
        Namespace namespace = new Namespace(request, request.clock().millis(), key + ":notes", redis.where(), maxAhead);
        return new MachineIdSet(redis, namespace, key, bounds, renewer);
    }

    private WorkerLease acquire(MachineIdSet set, HeldWorkerFile file) {
        WorkerRequest request = set.namespace().request();
        WorkerFile saved = file.read();
        String owner = LeaseToken.draw();
        MachineIdSet.Answer answer = null;
        if (saved != null) {
            String layout = saved.layout();
            int at = layout.lastIndexOf(OWNER);
            new WorkerFile(saved.namespace(), saved.workerId(), at < 0 ? layout : layout.substring(0, at), 0)
                    .requireFor(request, file.path());
            if (at >= 0) {
                // Proves that an id which is in the set already is there for this node.
                answer = set.take(saved.workerId(), layout.substring(at + OWNER.length()), saved.reservedUntil());
                owner = answer.taken() ? layout.substring(at + OWNER.length()) : owner;
            }
        }
        if (answer == null || !answer.taken()) {
            answer = draw(set, file, owner);
        }
        // Redis has the bound already. Were the file not to get it, the node would come back with what Redis has.
        file.write(entry(request, answer.id(), owner, answer.reserved()));
        return start(set, answer, file);
    }

    private static WorkerLease start(MachineIdSet set, MachineIdSet.Answer taken, @Nullable HeldWorkerFile file) {
        RedisLeaseBackend inRedis = set.hold(taken);
        inRedis.requireNoRegression();
        LeaseBackend hold = file == null ? inRedis : new MachineIdFileBackend(new WorkerFileBackend(file), inRedis);
        return RenewedLease.start(set.namespace().request(), taken.id(), taken.stamped(), taken.reserved(), hold);
    }

    private MachineIdSet.Answer draw(MachineIdSet set, @Nullable HeldWorkerFile file, String owner) {
        WorkerRequest request = set.namespace().request();
        Map<Integer, String> taken = new LinkedHashMap<>();
        for (int attempt = 0; attempt < attempts; attempt++) {
            int id = attempt == 0 && request.preferredId().isPresent()
                    ? request.preferredId().getAsInt()
                    : (int) ThreadLocalRandom.current().nextLong(request.firstId(), request.lastId() + 1L);
            if (file != null) {
                file.write(entry(request, id, owner, 0));
            }
            MachineIdSet.Answer answer = file == null
                    ? take(set, new Take(redis.where(), set.set(), id, owner), false)
                    : set.take(id, owner, 0);
            if (answer.taken()) {
                return answer;
            }
            taken.put(id, answer.heldBy());
        }
        throw exhausted(set, taken);
    }

    /**
     * Takes the id of a take whose answer was lost, as the same owner, if there is one that fits. By another token: were this process copied since,
     * each copy would do so, and of two owners with one token neither would be refused. So it begins above what the lost one may have had.
     *
     * @return null if there is none, or somebody else had the id after all
     */
    private MachineIdSet.@Nullable Answer takeAgain(MachineIdSet set) {
        Take lost = unanswered.poll(redis.where(), set.set(), set.namespace().request());
        if (lost == null) {
            return null;
        }
        MachineIdSet.Answer answer = take(set, lost, true);
        return answer.taken() ? answer : null;
    }

    /**
     * Takes an id, and remembers it where that may have been carried out without an answer.
     *
     * @param again whether it may be in the set already, which a server that refuses to say so, as while it is loading, leaves as it is
     */
    private MachineIdSet.Answer take(MachineIdSet set, Take asked, boolean again) {
        try {
            return set.take(asked.id(), asked.owner(), 0);
        } catch (IdException e) {
            // What the script refuses has no cause.
            if (again ? e.getCause() != null : RedisErrors.leavesOpen(e)) {
                unanswered.add(asked);
            }
            throw e;
        }
    }

    private static WorkerFile entry(WorkerRequest request, int id, String owner, long bound) {
        return new WorkerFile(request.namespace(), id, request.fingerprint() + OWNER + owner, bound);
    }

    private IdsExhaustedException exhausted(MachineIdSet set, Map<Integer, String> taken) {
        WorkerRequest request = set.namespace().request();
        StringBuilder holders = new StringBuilder();
        taken.entrySet().stream()
                .limit(HOLDERS_SHOWN)
                .forEach(entry -> holders.append(holders.isEmpty() ? "" : ", ")
                        .append(entry.getKey())
                        .append(" by ")
                        .append(entry.getValue()));
        return new IdsExhaustedException("no free machine id from " + request.firstId() + " to " + request.lastId()
                + " in set " + set.set() + " of Redis at " + redis.where() + " within " + attempts
                + " attempts; taken are " + holders + (taken.size() > HOLDERS_SHOWN ? " and others" : "")
                + ". Those of nodes that crashed for good are freed with SREM " + set.set()
                + " <id>: the next holder begins above what they may have stamped.");
    }

    @Override
    public void close() {
        redis.close();
    }
}
