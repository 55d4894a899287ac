package io.distid.sql;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.db.MySqlAutoIncrementProvider;
import io.distid.db.MySqlLockStoreProvider;
import io.distid.db.MySqlRegisterProvider;
import io.distid.db.MySqlReplaceIntoProvider;
import io.distid.db.MySqlSegmentStoreProvider;
import io.distid.db.MySqlTokenStoreProvider;
import io.distid.db.MySqlUpdateProvider;
import io.distid.db.MySqlWorkerIdsProvider;
import io.distid.spi.Provider;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlPair;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.SqlPair;
import io.distid.testservers.SqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What of MySQL and MariaDB the tests of both products need. */
final class Product {
    /** The name of its source of worker ids, and of its stores. */
    static final String NAME = "mysql";

    static final String URL = "jdbc:mysql://";
    static final String[] STRATEGIES = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"};

    /** In the order of the README's tables. */
    static final List<Provider> PROVIDERS = List.of(
            new MySqlAutoIncrementProvider(),
            new MySqlReplaceIntoProvider(),
            new MySqlUpdateProvider(),
            new MySqlSegmentStoreProvider(),
            new MySqlWorkerIdsProvider(),
            new MySqlRegisterProvider(),
            new MySqlLockStoreProvider(),
            new MySqlTokenStoreProvider());

    /** How its definitions of tables spell a column of 64 bits. */
    static final String BIGINT = "BIGINT";

    static final String TABLE_OF_WORKERS = "`distid_worker`";
    /** Its clock, in ms since the epoch. */
    static final String NOW = "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(NOW(6)) DIV 1000)";

    static final String LOCK_TABLE = "LOCK TABLES distid_worker WRITE";
    static final String UNLOCK_TABLE = "UNLOCK TABLES";

    /** The server's identity is read after a statement that replaces rows, on its connection, which ends with the server. */
    static final boolean REPLACEMENT_NAMES_SERVER = false;

    /** As Leaf's own script has it. */
    static final String LEAF_TABLE = """
            CREATE TABLE leaf_alloc (
              biz_tag varchar(128) NOT NULL DEFAULT '',
              max_id bigint(20) NOT NULL DEFAULT '1',
              step int(11) NOT NULL,
              description varchar(256) DEFAULT NULL,
              update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
              PRIMARY KEY (biz_tag)
            ) ENGINE=InnoDB""";

    private Product() {}

    static SqlServer shared() {
        return orSkip(MySqlServer::shared);
    }

    static SqlServer start() {
        return orSkip(MySqlServer::start);
    }

    static SqlPair<?> startPair() {
        return orSkip(MySqlPair::start);
    }

    /** The same database, entered with an isolation level such as {@code READ COMMITTED}. */
    static Database isolated(Database database, String isolation) {
        return Servers.with(database, "sessionVariables=transaction_isolation='" + isolation.replace(' ', '-') + "'");
    }

    static boolean waitsForTheTable(Database database) throws SQLException {
        String query = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = '" + database.name()
                + "' AND STATE LIKE 'Waiting for table%'";
        return Servers.number(database, query) == 1;
    }

    /** As the administrator: others' transactions are nobody else's business. */
    static boolean waitsForARow(Database database) throws SQLException {
        try (Connection connection = Servers.shared().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'")) {
            row.next();
            return row.getLong(1) > 0;
        }
    }

    /** Two starts within one second are not told apart. */
    static void awaitAnotherStart() {
        long second = System.currentTimeMillis() / 1000;
        Eventually.await("the end of that second").until(() -> System.currentTimeMillis() / 1000 > second);
    }
}
