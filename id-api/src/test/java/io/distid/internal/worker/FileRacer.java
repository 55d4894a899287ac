package io.distid.internal.worker;

import io.distid.IdException;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A process that takes a worker file, moves its bound as fast as it can until the lease is lost or given back, and begins anew.
 *
 * <p>Says {@code <stamped> <bound> <lost>} of each lease: the ticks that it could have stamped.
 */
final class FileRacer {
    private FileRacer() {}

    public static void main(String[] args) throws IOException {
        long parent = Long.parseLong(args[1]);
        WorkerRequest request = new WorkerRequest(
                        "race",
                        1023,
                        OptionalInt.empty(),
                        Duration.ofMillis(20),
                        "time41",
                        "racer",
                        InstantSource.system())
                .withRenewer(ignored -> {});
        FileWorkerIds source = new FileWorkerIds(DurableFile.of(Path.of(args[0])), OptionalLong.of(7), true);
        // Until its parent wants no more, or ends.
        while (System.in.available() == 0 && ProcessHandle.of(parent).isPresent()) {
            try {
                RenewedLease lease = (RenewedLease) source.acquire(request);
                int renewals = ThreadLocalRandom.current().nextInt(200);
                do {
                    lease.want(Long.MAX_VALUE);
                } while (renewals-- > 0 && lease.renew());
                System.out.println(lease.stampedUntil() + " " + lease.reservedUntil() + " "
                        + lease.health().lost());
                lease.close();
            } catch (IdException refused) {
                Thread.onSpinWait();
            }
        }
    }
}
