package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone, since it counts what the whole server is asked, and that may be an endpoint which the other tests use. */
@Isolated
class MySqlRenewalCostTest {
    @Test
    void oneRenewalIsOneStatement() throws Exception {
        try (PrivateServer quiet = new PrivateServer();
                WorkerIds alone = Workers.leased(quiet.database());
                RecordStore records = Workers.records(quiet.database());
                Connection counting = quiet.database().connect()) {
            WorkerLease lease = alone.acquire(Workers.request(0).withRenewer(byHand -> {}));
            renewTimes(records, 1);
            long before = questions(counting);
            renewTimes(records, 50);
            // The read, and the second question for the count, are counted, too.
            assertThat(questions(counting) - before - 2).isEqualTo(50);
            lease.close();
        }
    }

    /** How many statements a server got from its clients; of one connection, since the end of another would be counted at some later time. */
    private static long questions(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Questions'")) {
            row.next();
            return row.getLong(2);
        }
    }

    private static void renewTimes(RecordStore records, int times) {
        LeaseRecord row = records.read(Workers.NAMESPACE, 0, 1).records().get(0);
        for (int i = 1; i <= times; i++) {
            LeaseRecord next = new LeaseRecord(
                    row.token() + "+", row.bound() + 1, row.stamped(), row.freeFrom(), row.holder(), null);
            if (next.token().length() > 60) {
                next = new LeaseRecord("again", next.bound(), next.stamped(), next.freeFrom(), next.holder(), null);
            }
            List<Outcome> outcomes = records.write(Workers.NAMESPACE, List.of(new Write(0, row, next, null)));
            assertThat(outcomes).singleElement().isInstanceOf(Written.class);
            row = next;
        }
    }
}
