package io.distid.testkit.contract;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.ChildInput;
import io.distid.testkit.ConcurrentRunner;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A process that holds worker ids until it is asked to give them back, is killed, or loses them. */
final class WorkerIdsChild {
    private static final Duration TICK = Duration.ofMillis(20);

    private WorkerIdsChild() {}

    /**
     * Prints {@code ready}, waits for a command, and acquires. It prints {@code lease} for each lease, and then each move of the first
     * lease's bound, and its loss, until it reads {@code release}.
     *
     * @param args the source's name, namespace, last id, reservation in ms, fingerprint, holder, number of leases
     * @throws Exception if anything fails; the parent sees that nothing was acquired
     */
    public static void main(String[] args) throws Exception {
        ChildInput input = new ChildInput();
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, args[0]);
        WorkerRequest request = new WorkerRequest(
                args[1],
                Integer.parseInt(args[2]),
                OptionalInt.empty(),
                Duration.ofMillis(Long.parseLong(args[3])),
                args[4],
                args[5],
                InstantSource.system());
        try (WorkerIds source = provider.open(IdConfig.of(provider, input.settings()))) {
            System.out.println("ready");
            input.command();
            List<WorkerLease> leases = ConcurrentRunner.run(
                    Integer.parseInt(args[6]),
                    Duration.ofMinutes(2),
                    thread -> ConcurrentRunner.untilAnswered(() -> source.acquire(request)));
            StringBuilder report = new StringBuilder();
            leases.forEach(lease -> report.append("lease " + lease.workerId() + "\n"));
            System.out.print(report);
            watch(leases.get(0), input);
            leases.forEach(lease -> lease.release(lease.reservedUntil()));
            System.out.println("released");
        }
    }

    /** Prints each move of a lease's bound until a command comes. */
    private static void watch(WorkerLease lease, ChildInput input) throws InterruptedException {
        AtomicBoolean heard = new AtomicBoolean();
        lease.onLoss(() -> {
            System.out.println("told " + lease.health().lost());
            heard.set(true);
        });
        long last = Long.MIN_VALUE;
        boolean lost = false;
        while (input.command(TICK) == null) {
            long bound = lease.reservedUntil();
            if (bound != last) {
                System.out.println("bound " + bound);
                last = bound;
            }
            // A lease is lost a moment before its listeners are called, and the parent expects the lines in this order.
            if (!lost && heard.get() && lease.health().lost()) {
                lost = true;
                CountDownLatch late = new CountDownLatch(1);
                lease.onLoss(late::countDown);
                if (late.await(1, TimeUnit.MINUTES)) {
                    System.out.println("told-late");
                }
                System.out.println("lost " + lease.failure().getClass().getSimpleName() + " " + lease.reservedUntil());
            }
        }
    }
}
