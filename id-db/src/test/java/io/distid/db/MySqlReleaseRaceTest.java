package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.worker.KnownBounds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Calls of one source that meet: a release and a take at a time, and a take after one whose answer was lost. */
class MySqlReleaseRaceTest {
    private final OneRow table = new OneRow();
    private final MySqlWorkerIds ids = new MySqlWorkerIds("mysql", table, Duration.ofSeconds(5));

    private static WorkerRequest request() {
        return new WorkerRequest(
                        "orders",
                        0,
                        OptionalInt.empty(),
                        Duration.ofSeconds(3),
                        "layout",
                        "node",
                        InstantSource.system())
                .withRenewer(lease -> {});
    }

    @Test
    void releaseBeforeTheTableIsReadIsNoRegression() {
        WorkerLease first = ids.acquire(request());
        table.beforeRead = () -> first.release(first.stampedUntil() + 1);
        WorkerLease second = ids.acquire(request());
        assertThat(second.stampedUntil()).isEqualTo(first.stampedUntil() + 1);
    }

    /** It is held by a token that only this source knows. */
    @Test
    void rowThatAFailedCallTookIsTakenOverByTheNext() {
        table.afterTake = () -> {
            throw new BackendException("the answer is lost");
        };
        assertThatThrownBy(() -> ids.acquire(request())).isInstanceOf(BackendException.class);
        long bound = table.row.reservedUntil();
        table.afterTake = () -> {};
        assertThat(ids.acquire(request()).stampedUntil()).isEqualTo(bound);
    }

    @Test
    void rowThatWentBackStillIs() {
        WorkerLease first = ids.acquire(request());
        assertThat(first.reservedUntil()).isGreaterThan(first.stampedUntil());
        table.row = new LeaseTable.Row(0, "layout", "node", "", 9, first.stampedUntil(), 0);
        assertThatThrownBy(() -> ids.acquire(request())).isInstanceOf(StoreRegressedException.class);
        assertThat(table.row.reservedUntil()).as("the bound of the row").isEqualTo(first.reservedUntil());
    }

    /** A namespace of one id. */
    private static final class OneRow implements LeaseTable {
        private Row row = new Row(0, "layout", "node", "", 1, 1, 0);
        private Runnable beforeRead = () -> {};
        private Runnable afterTake = () -> {};

        @Override
        public Snapshot read(String namespace) {
            Runnable first = beforeRead;
            beforeRead = () -> {};
            first.run();
            return new Snapshot(
                    new Header("layout", 1, 0, "server"), Map.of(0, row), System.currentTimeMillis(), "server");
        }

        @Override
        public Long begin(String namespace, String layout, long horizon) {
            throw new AssertionError();
        }

        @Override
        public Long moveTo(String namespace, Snapshot read, long horizon) {
            throw new AssertionError();
        }

        @Override
        public Long takeUnused(
                WorkerRequest request, int id, Snapshot read, String token, long reservedUntil, long horizon) {
            throw new AssertionError();
        }

        @Override
        public Grant takeNew(WorkerRequest request, List<Integer> ids, String token, KnownBounds known, long horizon) {
            throw new AssertionError();
        }

        @Override
        public Long take(
                WorkerRequest request, Row free, Snapshot read, Tokens tokens, long reservedUntil, long horizon) {
            if (!row.equals(free)) {
                return null;
            }
            row = new Row(0, "layout", "node", tokens.next(), free.fence() + 1, reservedUntil, Long.MAX_VALUE);
            afterTake.run();
            return row.fence();
        }

        @Override
        public Standing renew(Renewal renewal) {
            throw new AssertionError();
        }

        @Override
        public Late renewLate(List<Renewal> renewals) {
            throw new AssertionError();
        }

        @Override
        public boolean release(Held held, List<String> tokens, long confirmed, long stampedUntil) {
            row = new Row(0, "layout", "node", "", row.fence() + 1, stampedUntil, 0);
            return true;
        }

        @Override
        public void raise(String namespace, int id, long confirmed) {
            if (row.reservedUntil() < confirmed) {
                row = new Row(0, "layout", "node", "", row.fence() + 1, confirmed, 0);
            }
        }

        @Override
        public String name() {
            return "one row";
        }

        @Override
        public void close() {}
    }
}
