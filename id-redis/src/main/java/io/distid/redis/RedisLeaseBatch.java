package io.distid.redis;

import io.distid.worker.LeaseBatch;
import io.distid.worker.LeaseRenewal;
import io.distid.worker.LeaseRenewer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renews records of one source together: by one script for those of each namespace, which are in one slot of a cluster. */
record RedisLeaseBatch(ScriptRunner redis) implements LeaseBatch {
    /** So many take the server less than a millisecond, during which it serves nobody else. */
    private static final int MOST = 128;
    /** One for each namespace that hangs with its node of a cluster, and one for others. */
    private static final int RENEWAL_THREADS = 4;

    private record Part(LeaseRenewal asked, RedisLeaseBackend lease, RedisLeaseBackend.Attempt attempt) {}

    /** For all records of a source. */
    static LeaseRenewer renewer(ScriptRunner redis) {
        return new LeaseRenewer(RENEWAL_THREADS, MOST, new RedisLeaseBatch(redis));
    }

    @Override
    public void renew(List<LeaseRenewal> renewals) {
        Map<List<String>, List<Part>> parts = new LinkedHashMap<>();
        for (LeaseRenewal asked : renewals) {
            asked.attempt(() -> {
                RedisLeaseBackend lease = (RedisLeaseBackend) asked.lease();
                RedisLeaseBackend.Attempt attempt = lease.begin(asked.reservedUntil());
                parts.computeIfAbsent(lease.keys(), keys -> new ArrayList<>()).add(new Part(asked, lease, attempt));
            });
        }
        parts.values().forEach(this::renewNamespace);
    }

    /** What the script throws is the answer to all of them, and to those of no other namespace. */
    private void renewNamespace(List<Part> parts) {
        RedisLeaseBackend any = parts.get(0).lease;
        List<String> arguments = parts.stream()
                .flatMap(part -> part.attempt.arguments().stream())
                .toList();
        List<List<String>> answers;
        try {
            answers = RedisLeaseBackend.answers(redis.run(any.renewalScript(), any.keys(), arguments));
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> part.asked.failed(e));
            return;
        }
        for (int i = 0; i < Math.min(parts.size(), answers.size()); i++) {
            Part part = parts.get(i);
            List<String> answer = answers.get(i);
            if (part.asked.attempt(() -> part.lease.settle(part.attempt, answer))) {
                part.asked.moved();
            }
        }
    }
}
