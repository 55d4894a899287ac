package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Count;
import io.distid.spi.RecordStore.View;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What of the records is MySQL's own: a snapshot of MariaDB, an isolation that PostgreSQL has not, and the error of a user without privileges. */
class MySqlRecordStoreTest {
    private final Database database = Servers.shared().createDatabase();

    /** A view of the table stands for the snapshot that MariaDB takes while others commit: it hides a row from the first statement. */
    @Test
    void rowThatOneLookMissesIsNotLost() throws SQLException {
        try (WorkerIds source = Workers.leased(database);
                RecordStore records = Workers.records(database)) {
            int id = source.acquire(Workers.request(1023).withRenewer(lease -> {}))
                    .workerId();
            Servers.execute(
                    database,
                    "RENAME TABLE distid_worker TO written",
                    "CREATE FUNCTION is_second_look() RETURNS INT NO SQL"
                            + " BEGIN SET @first = COALESCE(@first, NOW(6)); RETURN NOW(6) > @first; END",
                    "CREATE VIEW distid_worker AS SELECT * FROM written WHERE worker_id < 0 OR is_second_look()");
            View view = records.read(Workers.NAMESPACE, id, 1);
            assertThat(view.count()).isEqualTo(new Count(1, 1));
            assertThat(view.records()).containsKey(id);

            Servers.execute(database, "DELETE FROM written WHERE worker_id >= 0");
            assertThat(records.read(Workers.NAMESPACE, id, 1).count()).isEqualTo(new Count(1, 0));
        }
    }

    @Test
    void connectionsThatReadWhatIsNotCommittedAreRefused() {
        Database uncommitted = Servers.with(database, "sessionVariables=transaction_isolation='READ-UNCOMMITTED'");
        assertThatThrownBy(() -> Workers.leased(uncommitted))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("isolation READ UNCOMMITTED")
                .hasMessageContaining("need READ COMMITTED");
    }

    @Test
    void userWithoutPrivilegeIsReported() throws SQLException {
        Workers.leased(database).close();
        Database reader = Servers.shared().createUser(database, "SELECT");
        try (WorkerIds readOnly = Workers.leased(reader, "create", "false")) {
            assertThatThrownBy(() -> readOnly.acquire(Workers.request(0)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("user " + reader.user() + " lacks a privilege")
                    .hasMessageContaining("INSERT");
        }
    }
}
