package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.spi.RecordStore;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of one source that meet: a release and a take at a time, and a take after one whose answer was lost. */
class MySqlReleaseRaceTest {
    private final Database database = Servers.shared().createDatabase();
    private final RecordStore records = Workers.records(database);
    private final WorkerIds ids = Workers.over(Proxies.proxy(RecordStore.class, (method, arguments) -> {
        if (method.getName().equals("read")) {
            Runnable first = beforeRead();
            first.run();
        }
        Object answer = method.invoke(records, arguments);
        if (method.getName().equals("write")) {
            afterWrite().run();
        }
        return answer;
    }));
    private Runnable beforeRead = () -> {};
    private Runnable afterWrite = () -> {};

    @AfterEach
    void close() {
        ids.close();
    }

    private static WorkerRequest request() {
        return Workers.request(0).withRenewer(lease -> {});
    }

    @Test
    void releaseBeforeTheTableIsReadIsNoRegression() {
        WorkerLease first = ids.acquire(request());
        beforeRead = () -> first.release(first.stampedUntil() + 1);
        WorkerLease second = ids.acquire(request());
        assertThat(second.stampedUntil()).isEqualTo(first.stampedUntil() + 1);
    }

    /** It is held by a token that only this source knows. */
    @Test
    void rowThatAFailedCallTookIsTakenOverByTheNext() throws SQLException {
        afterWrite = () -> {
            throw new BackendException("the answer is lost");
        };
        assertThatThrownBy(() -> ids.acquire(request())).isInstanceOf(BackendException.class);
        long bound = Servers.number(database, "SELECT bound_until FROM distid_worker WHERE worker_id = 0");
        afterWrite = () -> {};
        assertThat(ids.acquire(request()).stampedUntil()).isEqualTo(bound);
    }

    @Test
    void rowThatWentBackStillIs() throws SQLException {
        WorkerLease first = ids.acquire(request());
        Servers.execute(
                database,
                "UPDATE distid_worker SET free_from = 0, bound_until = bound_until - 1 WHERE worker_id = 0",
                "UPDATE distid_worker SET floor = 0 WHERE worker_id = -1");
        assertThatThrownBy(() -> ids.acquire(request())).isInstanceOf(StoreRegressedException.class);
        assertThat(Servers.number(database, "SELECT bound_until FROM distid_worker WHERE worker_id = 0"))
                .isEqualTo(first.reservedUntil());
    }

    /** Once. */
    private Runnable beforeRead() {
        Runnable first = beforeRead;
        beforeRead = () -> {};
        return first;
    }

    private Runnable afterWrite() {
        return afterWrite;
    }
}
