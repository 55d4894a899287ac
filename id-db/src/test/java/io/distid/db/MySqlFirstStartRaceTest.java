package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.View;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import org.junit.jupiter.api.Test;

/**
 * Nodes that start for the first time together. A statement tells the time of its start, and reads what was committed until a little later: a
 * namespace that another node made in between seems to begin a few ms too far ahead.
 */
class MySqlFirstStartRaceTest {
    private final Database database = Servers.shared().createDatabase();
    private final WorkerRequest request = Workers.request(7);
    /** How many of the next reads tell a time too early, and by how much. */
    private int early;

    private long earlyBy;

    @Test
    void aNamespaceThatWasMadeDuringTheReadIsReadOnceMore() {
        try (WorkerIds source = Workers.over(records())) {
            source.acquire(request).release(0);
            early = 1;
            earlyBy = 2;
            source.acquire(request).release(0);
            assertThat(early).isZero();
        }
    }

    @Test
    void aNamespaceThatBeginsFarTooFarAheadIsRefused() {
        try (WorkerIds source = Workers.over(records())) {
            source.acquire(request).release(0);
            early = 1;
            earlyBy = 60_000;
            assertThatThrownBy(() -> source.acquire(request))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("too far ahead of")
                    .hasMessageContaining("max-ahead");
        }
    }

    /** Whose next {@link #early} reads tell a time before the one by which the namespace was made. */
    private RecordStore records() {
        RecordStore real = Workers.records(database);
        long horizon = Workers.MAX_AHEAD.plus(request.reservation()).toMillis();
        return Proxies.proxy(RecordStore.class, (method, arguments) -> {
            Object answer = method.invoke(real, arguments);
            if (early > 0 && answer instanceof View view && view.header() != null) {
                early--;
                long millis = view.header().floor() - horizon - earlyBy;
                return new View(
                        view.header(),
                        view.count(),
                        view.records(),
                        new Moment(millis, view.at().incarnation()));
            }
            return answer;
        });
    }
}
