package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.RecordStore;
import io.distid.sql.Proxies;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of one source that meet: a release, and a take that read the table before it. */
class MySqlReleaseRaceTest {
    private final RecordStore records = Workers.records(Servers.shared().createDatabase());
    private Runnable beforeRead = () -> {};
    private final WorkerIds ids = Workers.over(Proxies.proxy(RecordStore.class, (method, arguments) -> {
        if (method.getName().equals("read")) {
            Runnable first = beforeRead;
            beforeRead = () -> {};
            first.run();
        }
        return method.invoke(records, arguments);
    }));

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void releaseBeforeTheTableIsReadIsNoRegression() {
        WorkerRequest request = Workers.request(0).withRenewer(lease -> {});
        WorkerLease first = ids.acquire(request);
        beforeRead = () -> first.release(first.stampedUntil() + 1);
        WorkerLease second = ids.acquire(request);
        assertThat(second.stampedUntil()).isEqualTo(first.stampedUntil() + 1);
    }
}
