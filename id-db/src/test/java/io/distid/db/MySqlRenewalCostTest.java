package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone, since it counts what the whole server is asked, and that may be an endpoint which the other tests use. */
@Isolated
class MySqlRenewalCostTest {
    @Test
    void oneRenewalIsOneStatement() throws Exception {
        try (PrivateServer quiet = new PrivateServer();
                WorkerIds alone = open(config(quiet.database()));
                WorkerTable table = new WorkerTable(config(quiet.database()));
                Connection counting = quiet.database().connect()) {
            WorkerLease lease = alone.acquire(new WorkerRequest(
                            "fleet",
                            0,
                            OptionalInt.empty(),
                            Duration.ofHours(1).dividedBy(12),
                            "layout",
                            "test",
                            InstantSource.system())
                    .withRenewer(byHand -> {}));
            LeaseTable.Row row = table.read("fleet").rows().get(0);
            renewTimes(table, row, 1);
            long before = questions(counting);
            renewTimes(table, row, 50);
            // The second question for the count is counted, too.
            assertThat(questions(counting) - before - 1).isEqualTo(50);
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

    private static void renewTimes(WorkerTable table, LeaseTable.Row row, int times) {
        LeaseTable.Held held = new LeaseTable.Held("fleet", 0, row.fence());
        LeaseTable.Tokens tokens = new LeaseTable.Tokens(List.of(row.token()), row.token());
        for (int i = 1; i <= times; i++) {
            assertThat(table.renew(new LeaseTable.Renewal(
                            held, tokens, row.reservedUntil(), row.reservedUntil() + i, 300_000, Long.MAX_VALUE / 2)))
                    .isNull();
        }
    }

    private static WorkerIds open(IdConfig config) {
        return Providers.find(WorkerIdsProvider.class, "mysql").open(config);
    }

    private static IdConfig config(Database database) {
        return IdConfig.of(Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database));
    }
}
