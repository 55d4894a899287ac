package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Grants ids that a set in Redis says are free: the one of the file, the preferred one, or such as are drawn. */
final class RedisSetWorkerIds implements WorkerIds {
    private static final int HOLDERS_SHOWN = 16;

    private final MachineIdSet set;
    private final @Nullable MachineIdFile file;
    private final int attempts;
    /** The token in the file proves its id to be this node's, so only one lease at a time may rest on it. */
    private final AtomicBoolean fileInUse = new AtomicBoolean();

    RedisSetWorkerIds(MachineIdSet set, @Nullable MachineIdFile file, int attempts) {
        this.set = set;
        this.file = file;
        this.attempts = attempts;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        if (file != null && !fileInUse.compareAndSet(false, true)) {
            throw new ConfigException(
                    "key \"file\" keeps one machine id, and that is in use: open another source, with a"
                            + " file of its own or none, or close the first lease");
        }
        try {
            return take(request);
        } catch (RuntimeException e) {
            fileInUse.set(false);
            throw e;
        }
    }

    private WorkerLease take(WorkerRequest request) {
        String namespace = request.namespace();
        MachineIdFile.Entry saved = file == null ? null : file.read();
        if (saved != null && (!saved.namespace().equals(namespace) || !isAllowed(request, saved.id()))) {
            saved = null;
        }
        // The saved token proves that an id which is in the set already is there for this node.
        String token = saved == null ? UUID.randomUUID().toString() : saved.token();
        Map<Integer, String> clashes = new LinkedHashMap<>();
        int id = saved != null ? saved.id() : request.preferredId().orElseGet(() -> draw(request));
        for (int attempt = 0; attempt < attempts; attempt++) {
            MachineIdSet.Answer answer = set.take(namespace, id, token, request.holder());
            if (answer.taken()) {
                if (file != null) {
                    file.write(new MachineIdFile.Entry(namespace, id, token));
                }
                // A holder that crashed a moment ago may have used the tick that is running; so it is left out.
                long stampedUntil =
                        Math.max(request.clock().millis(), answer.lastStamp().orElse(Long.MIN_VALUE));
                int granted = id;
                return new MachineIdLease(id, request.clock().instant(), stampedUntil, lastStamp -> {
                    fileInUse.set(false);
                    set.free(namespace, granted, token, lastStamp);
                });
            }
            clashes.put(id, answer.heldBy());
            id = attempt == 0 && saved != null && request.preferredId().isPresent()
                    ? request.preferredId().getAsInt()
                    : draw(request);
        }
        throw exhausted(request, clashes);
    }

    private static boolean isAllowed(WorkerRequest request, int id) {
        return id >= request.firstId() && id <= request.lastId();
    }

    private static int draw(WorkerRequest request) {
        return (int) ThreadLocalRandom.current().nextLong(request.firstId(), request.lastId() + 1L);
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
        try {
            set.close();
        } finally {
            if (file != null) {
                file.close();
            }
        }
    }
}
