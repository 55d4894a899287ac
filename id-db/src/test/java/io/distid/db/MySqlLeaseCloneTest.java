package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LeaseLostException;
import io.distid.db.LeaseTable.Held;
import io.distid.db.LeaseTable.Row;
import io.distid.db.LeaseTable.Standing;
import io.distid.db.LeaseTable.Tokens;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two copies of one process hold one row, as after a checkpoint that was restored twice. */
class MySqlLeaseCloneTest {
    private static final long TERM = 60_000;
    private static final long HORIZON = 3_600_000;

    private final Database database = Servers.shared().createDatabase();
    private final WorkerIds source = Workers.leased(database);
    private final WorkerTable table =
            new WorkerTable(IdConfig.of(Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database)));

    @AfterEach
    void close() {
        table.close();
        source.close();
    }

    @Test
    void secondCopyToRenewIsRefused() {
        Row row = taken();
        Held held = new Held(Workers.NAMESPACE, 0, row.fence());
        Tokens one = tokens(row.token(), "one");
        Tokens two = tokens(row.token(), "two");
        assertThat(renew(held, one, row.reservedUntil())).isNull();
        Standing refused = renew(held, two, row.reservedUntil());
        assertThat(refused).isNotNull();
        assertThat(refused.row().token()).isEqualTo("one");
        assertThat(table.release(held, two.known(), row.reservedUntil(), row.reservedUntil()))
                .as("released by the second copy")
                .isFalse();
        // A repeat, as after an answer that was lost, is no copy.
        assertThat(renew(held, one, row.reservedUntil())).isNull();
        assertThat(renew(held, tokens("one", "three"), row.reservedUntil())).isNull();
        assertThat(table.release(held, List.of("one", "three"), row.reservedUntil(), row.reservedUntil()))
                .isTrue();
    }

    @Test
    void holderLearnsThatACopyRenewed() {
        AtomicReference<RenewedLease> renewed = new AtomicReference<>();
        WorkerLease lease = source.acquire(Workers.request(0).withRenewer(renewed::set));
        assertThat(renewed.get().renew()).isTrue();
        Row row = table.read(Workers.NAMESPACE).rows().get(0);
        Held held = new Held(Workers.NAMESPACE, 0, row.fence());
        assertThat(renew(held, tokens(row.token(), "copy"), row.reservedUntil()))
                .isNull();
        assertThat(renewed.get().renew()).isFalse();
        assertThat(lease.health().lost()).isTrue();
        assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("another copy");
        lease.close();
    }

    private Row taken() {
        source.acquire(Workers.request(0).withRenewer(lease -> {}));
        return table.read(Workers.NAMESPACE).rows().get(0);
    }

    private static Tokens tokens(String current, String next) {
        return new Tokens(List.of(current, next), next);
    }

    private Standing renew(Held held, Tokens tokens, long bound) {
        return table.renew(new LeaseTable.Renewal(held, tokens, bound, bound, TERM, HORIZON));
    }
}
