package io.distid.sql;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.postgresql.PostgreSqlLockStoreProvider;
import io.distid.postgresql.PostgreSqlSegmentStoreProvider;
import io.distid.postgresql.PostgreSqlSequenceProvider;
import io.distid.postgresql.PostgreSqlTokenStoreProvider;
import io.distid.postgresql.PostgreSqlWorkerIdsProvider;
import io.distid.spi.Provider;
import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlPair;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.SqlPair;
import io.distid.testservers.SqlServer;
import java.sql.SQLException;
import java.util.List;

/** What of PostgreSQL the tests of both products need. */
final class Product {
    /** The name of its source of worker ids, and of its stores. */
    static final String NAME = "postgresql";

    static final String URL = "jdbc:postgresql://";
    static final String[] STRATEGIES = {"postgresql-sequence"};

    /** In the order of the README's tables. */
    static final List<Provider> PROVIDERS = List.of(
            new PostgreSqlSequenceProvider(),
            new PostgreSqlSegmentStoreProvider(),
            new PostgreSqlWorkerIdsProvider(),
            new PostgreSqlLockStoreProvider(),
            new PostgreSqlTokenStoreProvider());

    /** How its definitions of tables spell a column of 64 bits. */
    static final String BIGINT = "bigint";

    static final String TABLE_OF_WORKERS = "\"distid_worker\"";
    /** Its clock, in ms since the epoch. */
    static final String NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    static final String LOCK_TABLE = "LOCK TABLE distid_worker IN ACCESS EXCLUSIVE MODE";
    static final String UNLOCK_TABLE = "COMMIT";

    /** A statement that replaces rows tells which server carried it out. What is read after it may come from another one, as behind a pooler. */
    static final boolean REPLACEMENT_NAMES_SERVER = true;

    static final String LEAF_TABLE = """
            CREATE TABLE leaf_alloc (
              biz_tag varchar(128) PRIMARY KEY,
              max_id bigint NOT NULL DEFAULT 1,
              step int NOT NULL,
              description varchar(256),
              update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP
            )""";

    private Product() {}

    static SqlServer shared() {
        return orSkip(PostgreSqlServer::shared);
    }

    static SqlServer start() {
        return orSkip(PostgreSqlServer::start);
    }

    static SqlPair<?> startPair() {
        return orSkip(PostgreSqlPair::start);
    }

    /** The same database, entered with an isolation level such as {@code READ COMMITTED}. */
    static Database isolated(Database database, String isolation) {
        return Servers.with(database, "options=-c%20default_transaction_isolation=" + isolation.replace(" ", "%5C%20"));
    }

    static boolean waitsForTheTable(Database database) throws SQLException {
        String query = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'distid_worker'::regclass";
        return Servers.number(database, query) == 1;
    }

    static boolean waitsForARow(Database database) throws SQLException {
        return Servers.number(database, "SELECT count(*) FROM pg_locks WHERE NOT granted") > 0;
    }

    static void awaitAnotherStart() {
        // The start is known to a microsecond.
    }
}
