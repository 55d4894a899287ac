package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.util.ArrayList;
import java.util.List;

/** Many leases of one source in one process. Stateless. */
public final class LeaseCrowd {
    private static final int MOST_THREADS = 8;

    private LeaseCrowd() {}

    /**
     * Holds leases until each was renewed, and gives them back.
     *
     * @param source a source that renews its leases together
     * @param asked the request, whose namespace is replaced by a fresh one; two thirds of its reservation must be longer than a machine's pause
     * @param leases how many leases
     * @throws AssertionError if a renewal fails, a bound is passed, more than 8 threads renew, or a thread is left at the end
     */
    public static void requireFewThreads(WorkerIds source, WorkerRequest asked, int leases) {
        WorkerRequest request = asked.withNamespace(WorkerIdsFixture.newNamespace());
        List<WorkerLease> held = new ArrayList<>();
        try {
            for (int i = 0; i < leases; i++) {
                held.add(source.acquire(request));
            }
            Eventually.await("a renewal of each lease").until(() -> {
                long now = System.currentTimeMillis();
                assertThat(held).noneMatch(lease -> lease.reservedUntil() < now);
                assertThat(threads(request)).hasSizeBetween(1, MOST_THREADS);
                return held.stream().allMatch(lease -> lease.health().renewals() > 0);
            });
            assertThat(held).allSatisfy(lease -> assertThat(lease.failure()).isNull());
        } finally {
            held.forEach(WorkerLease::close);
        }
        Eventually.await("the end of all threads").until(() -> threads(request).isEmpty());
    }

    private static List<String> threads(WorkerRequest request) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("distid-leases-" + request.namespace() + "-"))
                .toList();
    }
}
