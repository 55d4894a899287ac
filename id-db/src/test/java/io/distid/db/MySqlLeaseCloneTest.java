package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LeaseLostException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two copies of one process hold one row, as after a checkpoint that was restored twice. */
class MySqlLeaseCloneTest {
    private final Database database = Servers.shared().createDatabase();
    private final WorkerIds source = Workers.leased(database);
    private final RecordStore records = Workers.records(database);

    @AfterEach
    void close() {
        records.close();
        source.close();
    }

    @Test
    void secondCopyToRenewIsRefused() {
        source.acquire(Workers.request(0).withRenewer(lease -> {}));
        LeaseRecord row = row();
        LeaseRecord one = withToken(row, "one");
        LeaseRecord two = withToken(row, "two");
        assertThat(replace(row, one)).isInstanceOf(Written.class);
        Outcome refused = replace(row, two);
        assertThat(refused).isInstanceOf(Differs.class);
        assertThat(((Differs) refused).found()).isEqualTo(one);
        // A repeat, as after an answer that was lost, is no copy.
        assertThat(replace(row, one)).isInstanceOf(Written.class);
        assertThat(replace(one, withToken(row, "three"))).isInstanceOf(Written.class);
        assertThat(row().token()).isEqualTo("three");
    }

    @Test
    void holderLearnsThatACopyRenewed() {
        RenewedLease lease = Leases.byHand(source, Workers.request(0));
        assertThat(lease.renew()).isTrue();
        LeaseRecord row = row();
        assertThat(replace(row, withToken(row, "copy"))).isInstanceOf(Written.class);
        assertThat(lease.renew()).isFalse();
        assertThat(lease.health().lost()).isTrue();
        assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("is a copy of");
        lease.close();
    }

    private LeaseRecord row() {
        return records.read(Workers.NAMESPACE, 0, 1).records().get(0);
    }

    private static LeaseRecord withToken(LeaseRecord row, String token) {
        return new LeaseRecord(token, row.bound(), row.stamped(), row.freeFrom(), row.holder(), null);
    }

    private Outcome replace(LeaseRecord expected, LeaseRecord next) {
        return records.write(Workers.NAMESPACE, List.of(new Write(0, expected, next, null)))
                .get(0);
    }
}
