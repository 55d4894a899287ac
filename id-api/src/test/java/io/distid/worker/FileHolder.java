package io.distid.worker;

import io.distid.spi.IdConfig;
import io.distid.spi.WorkerLease;
import java.io.IOException;
import java.util.Map;

/** A process that holds a worker file until it is killed. */
final class FileHolder {
    private FileHolder() {}

    public static void main(String[] args) throws IOException {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        WorkerLease lease = provider.open(IdConfig.of(provider, Map.of("path", args[0], "id", "7", "create", "true")))
                .acquire(FileWorkerIdsTest.request("orders"));
        System.out.println(lease.reservedUntil());
        // Ends with the parent, if that forgets to kill it.
        while (System.in.read() >= 0) {}
    }
}
