package io.distid.redis;

import io.distid.IdsExhaustedException;
import io.distid.spi.LeaseHold;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.WorkerFile;
import io.distid.worker.WorkerFileHold;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Grants ids that a set in Redis says are free: the one of the file, the preferred one, or such as are drawn.
 *
 * <p>The file holds the token as part of its layout line. It is written before the set is asked, so that a crash in between
 * leaves no id in the set that nobody can claim.
 */
final class RedisSetWorkerIds implements WorkerIds {
    private static final String TOKEN = " token=";
    private static final int HOLDERS_SHOWN = 16;

    private final MachineIdSet set;
    private final @Nullable Path path;
    private final int attempts;

    RedisSetWorkerIds(MachineIdSet set, @Nullable Path path, int attempts) {
        this.set = set;
        this.path = path;
        this.attempts = attempts;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        if (path == null) {
            Taken taken = draw(request, null, UUID.randomUUID().toString());
            long stamped = Math.max(request.clock().millis(), taken.lastStamp());
            return new MachineIdLease(taken, set, request, stamped);
        }
        HeldWorkerFile file = HeldWorkerFile.lock(path);
        try {
            return acquire(request, file);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    /** An id that is in the set for the caller. */
    record Taken(int id, String token, long lastStamp) {}

    private WorkerLease acquire(WorkerRequest request, HeldWorkerFile file) {
        WorkerFile saved = file.read();
        long stamped = request.clock().millis();
        Taken taken = null;
        if (saved != null) {
            String layout = saved.layout();
            int at = layout.lastIndexOf(TOKEN);
            String token = at < 0 ? UUID.randomUUID().toString() : layout.substring(at + TOKEN.length());
            new WorkerFile(saved.namespace(), saved.workerId(), at < 0 ? layout : layout.substring(0, at), 0)
                    .requireFor(request, file.path());
            // The token proves that an id which is in the set already is there for this node.
            MachineIdSet.Answer answer = set.take(request.namespace(), saved.workerId(), token, request.holder());
            if (answer.taken()) {
                // What this node's own file says is more exact than the clock.
                stamped = saved.reservedUntil();
                taken = new Taken(saved.workerId(), token, answer.lastStamp().orElse(Long.MIN_VALUE));
            }
        }
        if (taken == null) {
            taken = draw(request, file, UUID.randomUUID().toString());
        }
        stamped = Math.max(stamped, taken.lastStamp());
        long bound = RenewedLease.firstBound(request, stamped);
        file.write(entry(request, taken.id(), taken.token(), bound));
        LeaseHold hold = new MachineIdFileHold(new WorkerFileHold(file), set, request.namespace(), taken, stamped);
        return RenewedLease.start(request, taken.id(), stamped, bound, hold);
    }

    private Taken draw(WorkerRequest request, @Nullable HeldWorkerFile file, String token) {
        Map<Integer, String> clashes = new LinkedHashMap<>();
        for (int attempt = 0; attempt < attempts; attempt++) {
            int id = attempt == 0 && request.preferredId().isPresent()
                    ? request.preferredId().getAsInt()
                    : (int) ThreadLocalRandom.current().nextLong(request.firstId(), request.lastId() + 1L);
            if (file != null) {
                file.write(entry(request, id, token, request.clock().millis()));
            }
            MachineIdSet.Answer answer = set.take(request.namespace(), id, token, request.holder());
            if (answer.taken()) {
                return new Taken(id, token, answer.lastStamp().orElse(Long.MIN_VALUE));
            }
            clashes.put(id, answer.heldBy());
        }
        throw exhausted(request, clashes);
    }

    private static WorkerFile entry(WorkerRequest request, int id, String token, long bound) {
        return new WorkerFile(request.namespace(), id, request.fingerprint() + TOKEN + token, bound);
    }

    private IdsExhaustedException exhausted(WorkerRequest request, Map<Integer, String> clashes) {
        StringBuilder holders = new StringBuilder();
        clashes.entrySet().stream()
                .limit(HOLDERS_SHOWN)
                .forEach(clash -> holders.append(holders.isEmpty() ? "" : ", ")
                        .append(clash.getKey())
                        .append(" by ")
                        .append(clash.getValue()));
        String key = set.key(request.namespace());
        return new IdsExhaustedException("no free machine id from " + request.firstId() + " to " + request.lastId()
                + " in set " + key + " of Redis at " + set.where() + " within " + attempts + " attempts; taken are "
                + holders + (clashes.size() > HOLDERS_SHOWN ? " and others" : "")
                + ". Those of nodes that crashed for good are freed with SREM " + key + " <id>.");
    }

    @Override
    public void close() {
        set.close();
    }
}
