package io.distid.redis;

import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.redis.UnansweredTakes.Take;
import io.distid.worker.AcquireRetries;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.KnownBounds;
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
    private final Duration within;
    private final @Nullable Path path;
    private final int attempts;
    private final KnownBounds bounds = new KnownBounds();
    private final LeaseRenewer renewer;
    private final UnansweredTakes unanswered;

    RedisSetWorkerIds(ScriptRunner redis, String prefix, Duration maxAhead, @Nullable Path path, int attempts) {
        this(redis, prefix, maxAhead, AcquireRetries.DEFAULT_TIMEOUT, path, attempts, new UnansweredTakes());
    }

    /**
     * A source.
     *
     * @param within how long a request for an id may take
     * @param unanswered those of this process, which another source may have made
     */
    RedisSetWorkerIds(
            ScriptRunner redis,
            String prefix,
            Duration maxAhead,
            Duration within,
            @Nullable Path path,
            int attempts,
            UnansweredTakes unanswered) {
        this.redis = redis;
        this.prefix = prefix;
        this.maxAhead = maxAhead;
        this.within = within;
        this.path = path;
        this.attempts = attempts;
        this.unanswered = unanswered;
        this.renewer = RedisLeaseBatch.renewer(redis);
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        MachineIdSet set = set(request);
        if (path == null) {
            Take lost = unanswered.poll(redis.where(), set.set(), request);
            MachineIdSet.Answer again = lost == null ? null : takeAgain(set, lost);
            if (again != null && again.taken()) {
                return start(set, again, lost.owner());
            }
            String owner = LeaseToken.draw();
            return start(set, draw(set, null, owner), owner);
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
        return new MachineIdSet(redis, namespace, key, bounds, renewer, within);
    }

    private WorkerLease acquire(MachineIdSet set, HeldWorkerFile file) {
        WorkerRequest request = set.namespace().request();
        WorkerFile saved = file.read();
        String owner = LeaseToken.draw();
        MachineIdSet.Answer answer = null;
        if (saved == null) {
            // The file has an id before the set does: one of a layout that is refused would have to be removed by hand.
            set.requireLayout();
        } else {
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

    private static WorkerLease start(MachineIdSet set, MachineIdSet.Answer taken, HeldWorkerFile file) {
        RedisLeaseBackend inRedis = set.hold(taken, () -> {});
        inRedis.requireNoRegression();
        return start(set, taken, new MachineIdFileBackend(new WorkerFileBackend(file), inRedis));
    }

    /** Without a file: where it cannot be freed, this process alone can take it again. */
    private WorkerLease start(MachineIdSet set, MachineIdSet.Answer taken, String owner) {
        Take held = new Take(redis.where(), set.set(), taken.id(), owner);
        RedisLeaseBackend inRedis = set.hold(taken, () -> unanswered.add(held));
        inRedis.requireNoRegression();
        return start(set, taken, inRedis);
    }

    private static WorkerLease start(MachineIdSet set, MachineIdSet.Answer taken, LeaseBackend hold) {
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
            MachineIdSet.Answer answer =
                    file == null ? take(set, new Take(redis.where(), set.set(), id, owner)) : set.take(id, owner, 0);
            if (answer.taken()) {
                return answer;
            }
            taken.put(id, answer.heldBy());
        }
        throw exhausted(set, taken);
    }

    /**
     * Takes an id that may be in the set already, by another token: were this process copied since, each copy would do so, and of two owners with
     * one token neither would be refused. So it begins above what the one before may have stamped.
     *
     * @return null if the script refuses it, which may grant another id
     */
    private MachineIdSet.@Nullable Answer takeAgain(MachineIdSet set, Take lost) {
        try {
            return set.take(lost.id(), lost.owner(), 0);
        } catch (RuntimeException | Error e) {
            // It is in the set as it was, and nobody else's: only a conflict, which is no error, says otherwise.
            unanswered.add(lost);
            if (isOfTheScript(e)) {
                return null;
            }
            throw e;
        }
    }

    /** Takes an id, and remembers it where that may have been carried out without an answer. */
    private MachineIdSet.Answer take(MachineIdSet set, Take asked) {
        try {
            return set.take(asked.id(), asked.owner(), 0);
        } catch (RuntimeException | Error e) {
            // Whatever else it is: a client that repeats by itself throws what the last attempt met, and one before it
            // may have been carried out.
            if (!isOfTheScript(e)) {
                unanswered.add(asked);
            }
            throw e;
        }
    }

    /** Whether the script refused, and changed nothing: of a server's or a client's error, that is the cause. */
    private static boolean isOfTheScript(Throwable error) {
        return error instanceof IdException && error.getCause() == null;
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
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() {
        redis.close();
    }
}
