package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Nodes that start for the first time together. A statement tells the time of its start, and reads what was committed until a little later: a
 * namespace that another node made in between seems to begin a few ms too far ahead.
 */
class MySqlFirstStartRaceTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final Database database = Servers.shared().createDatabase();
    private final WorkerRequest request = Workers.request(7);
    private int early;

    @Test
    void aNamespaceThatWasMadeDuringTheReadIsReadOnceMore() {
        try (WorkerIds source = new MySqlWorkerIds("mysql", table(), MAX_AHEAD)) {
            source.acquire(request).release(0);
            early = 1;
            source.acquire(request).release(0);
            assertThat(early).isZero();
        }
    }

    @Test
    void aNamespaceThatBeginsTooFarAheadAtTheSecondReadIsRefused() {
        try (WorkerIds source = new MySqlWorkerIds("mysql", table(), MAX_AHEAD)) {
            source.acquire(request).release(0);
            early = 2;
            assertThatThrownBy(() -> source.acquire(request))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("ms ahead of the server's clock");
        }
    }

    /** Whose next {@link #early} reads tell a time of 2 ms before the one by which the namespace was made. */
    private LeaseTable table() {
        WorkerTable real = new WorkerTable(
                IdConfig.of(Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database)));
        long horizon = MAX_AHEAD.plus(request.reservation()).toMillis();
        return Proxies.proxy(LeaseTable.class, (method, arguments) -> {
            Object answer = method.invoke(real, arguments);
            if (early > 0 && answer instanceof LeaseTable.Snapshot snapshot && snapshot.header() != null) {
                early--;
                return new LeaseTable.Snapshot(
                        snapshot.header(), snapshot.rows(), snapshot.header().floor() - horizon - 2, snapshot.server());
            }
            return answer;
        });
    }
}
