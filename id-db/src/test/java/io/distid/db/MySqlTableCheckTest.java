package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.coordination.IdempotencyTokens;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.sql.PrivateServer;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIdsProvider;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are there and look like it, on which ids would repeat all the same. */
class MySqlTableCheckTest {
    private final Database database = Servers.shared().createDatabase();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "mysql-auto-increment, distid_auto_increment, MyISAM",
        "mysql-auto-increment, distid_auto_increment, MEMORY",
        "mysql-replace-into, distid_tickets, MyISAM",
        "mysql-replace-into, distid_tickets, MEMORY",
        "mysql-update, distid_counters, MyISAM",
        "mysql-update, distid_counters, MEMORY",
        "segments, leaf_alloc, MyISAM",
        "segments, leaf_alloc, MEMORY",
        "mysql, distid_worker, MyISAM",
        "mysql, distid_worker, MEMORY",
        "mysql-register, distid_node, MyISAM",
        "mysql-register, distid_node, MEMORY",
        "tokens, distid_token, MyISAM"
    })
    void engineWithoutTransactionsIsRefused(String what, String table, String engine) throws Exception {
        open(what);
        Servers.execute(database, "ALTER TABLE " + table + " ENGINE = " + engine);
        assertThatThrownBy(() -> open(what))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"table\" is \"" + table + "\"")
                .hasMessageContaining("its engine is " + engine)
                .hasMessageContaining("ALTER TABLE `" + table + "` ENGINE = InnoDB");
        Servers.execute(database, "ALTER TABLE `" + table + "` ENGINE = InnoDB");
        open(what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mysql-replace-into | distid_tickets | DROP PRIMARY KEY | ADD UNIQUE KEY (name)",
                "mysql-update | distid_counters | DROP PRIMARY KEY | ADD UNIQUE KEY (name)",
                "segments | leaf_alloc | DROP PRIMARY KEY | ADD UNIQUE KEY (biz_tag)",
                "segments | leaf_alloc | DROP PRIMARY KEY, ADD PRIMARY KEY (biz_tag, step) | ADD UNIQUE KEY (biz_tag)",
                "segments | leaf_alloc | MODIFY max_id INT NOT NULL | MODIFY max_id bigint(20) NOT NULL DEFAULT '1'",
                "segments | leaf_alloc | MODIFY max_id DOUBLE NOT NULL | column max_id is DOUBLE, must be BIGINT",
                "mysql | distid_worker | DROP PRIMARY KEY | ADD UNIQUE KEY (namespace, worker_id)",
                "mysql | distid_worker | MODIFY bound_until INT NOT NULL | MODIFY bound_until BIGINT NOT NULL",
                "mysql | distid_worker | MODIFY layout VARCHAR(20) NOT NULL | column layout holds 20 characters, must hold 255",
                "mysql | distid_worker | DROP COLUMN token | ADD COLUMN token VARCHAR(64)",
                "tokens | distid_token | DROP PRIMARY KEY | ADD UNIQUE KEY (token)",
                "tokens | distid_token | MODIFY result BLOB | MODIFY result MEDIUMBLOB",
                "tokens | distid_token | MODIFY attempt VARCHAR(40) NOT NULL | column attempt holds 40 characters, must hold 80",
                "mysql-register | distid_node | DROP COLUMN address | ADD COLUMN address VARCHAR(255)",
                "mysql-register | distid_worker | DROP COLUMN token | lease-table",
                "mysql-register | distid_node | MODIFY id INT NOT NULL AUTO_INCREMENT | MODIFY id BIGINT NOT NULL AUTO_INCREMENT",
                "mysql-register | distid_node | MODIFY id BIGINT NOT NULL | column id is not AUTO_INCREMENT",
                "mysql-auto-increment | distid_auto_increment | MODIFY id BIGINT NOT NULL | column id is not AUTO_INCREMENT",
                "mysql-auto-increment | distid_auto_increment | DROP PRIMARY KEY, ADD KEY (id) | ADD UNIQUE KEY (id)",
            })
    void tableOfAnotherShapeIsRefusedWithTheRepair(String what, String table, String alter, String mended)
            throws Exception {
        open(what);
        Servers.execute(database, "ALTER TABLE " + table + " " + alter);
        assertThatThrownBy(() -> open(what))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("`" + table + "`")
                .hasMessageContaining(mended);
    }

    /** Its rows, older than the newest 1,000, would be deleted. */
    @Test
    void tableOfAnApplicationIsNotCleaned() throws Exception {
        Servers.execute(
                database,
                "CREATE TABLE orders (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, note VARCHAR(9), total INT) ENGINE = InnoDB");
        Map<String, String> config = new HashMap<>(Servers.config(database));
        config.put("table", "orders");
        assertThatThrownBy(() -> IdGenerators.openLong("mysql-auto-increment", config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("`orders`")
                .hasMessageContaining("further columns (note, total)")
                .hasMessageContaining("clean=false");
        config.put("clean", "false");
        try (LongIdGenerator ids = IdGenerators.openLong("mysql-auto-increment", config)) {
            assertThat(ids.nextId()).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "segments", "mysql-auto-increment"})
    void viewIsRefused(String what) throws Exception {
        open(what);
        String table =
                Map.of("mysql", "distid_worker", "segments", "leaf_alloc").getOrDefault(what, "distid_auto_increment");
        Servers.execute(
                database, "RENAME TABLE " + table + " TO hidden", "CREATE VIEW " + table + " AS SELECT * FROM hidden");
        assertThatThrownBy(() -> open(what)).isInstanceOf(ConfigException.class).hasMessageContaining("VIEW");
    }

    /** MariaDB does so where it is told to, without an error. */
    @Test
    void engineThatTheServerPutInTheOthersPlaceIsNoticed() throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            assumeTrue(server.server().describe().contains("MariaDB"), "enforce_storage_engine is MariaDB's");
            Servers.administer(
                    server.server(), "SET GLOBAL sql_mode = ''", "SET GLOBAL enforce_storage_engine = 'MyISAM'");
            assertThatThrownBy(() -> IdGenerators.openLong("mysql-auto-increment", Servers.config(server.database())))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("its engine is MyISAM");
        }
    }

    /** Opens it, which makes the table if there is none, and closes it again. */
    private void open(String what) throws SQLException {
        switch (what) {
            case "segments" -> Segments.open(Servers.config(database)).close();
            case "tokens" ->
                IdempotencyTokens.open("mysql", Servers.config(database)).close();
            case "mysql" -> Workers.leased(database).close();
            case "mysql-register" -> {
                WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, what);
                Map<String, String> config = Servers.config(
                        database,
                        "file",
                        directory.resolve("node-" + System.nanoTime()).toString());
                provider.open(IdConfig.of(provider, config))
                        .acquire(Workers.request(1000, Workers.LAYOUT, InstantSource.system()))
                        .close();
            }
            default -> IdGenerators.openLong(what, Servers.config(database)).close();
        }
    }
}
