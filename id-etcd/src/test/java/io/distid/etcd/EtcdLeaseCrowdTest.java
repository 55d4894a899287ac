package io.distid.etcd;

import io.distid.testkit.contract.LeaseCrowd;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many leases of one source. */
@Tag("slow")
class EtcdLeaseCrowdTest {
    @Test
    void manyLeasesAreRenewedByFewThreads() {
        WorkerRequest request = new WorkerRequest(
                "crowd", 1023, OptionalInt.empty(), Duration.ofSeconds(30), "layout", "test/1", InstantSource.system());
        try (WorkerIds source = Namespace.fresh().open(EtcdFixture.server())) {
            LeaseCrowd.requireFewThreads(source, request, 60);
        }
    }
}
