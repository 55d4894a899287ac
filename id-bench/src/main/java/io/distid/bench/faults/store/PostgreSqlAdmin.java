package io.distid.bench.faults.store;

import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlServer;
import java.sql.SQLException;

/** Breaks a PostgreSQL, and looks at it. */
final class PostgreSqlAdmin extends SqlAdmin {
    /** With a limit of the database: the server's own limit can be set only at its start. */
    PostgreSqlAdmin(PostgreSqlServer server, Database database) {
        super(
                server,
                database,
                "ALTER DATABASE " + database.name() + " CONNECTION LIMIT " + FaultStore.CONNECTIONS,
                "ALTER DATABASE " + database.name() + " CONNECTION LIMIT -1");
    }

    /** Adds rows each time. Their bytes are random, since PostgreSQL compresses others. */
    @Override
    void addLarge() throws SQLException {
        run(
                "CREATE TABLE IF NOT EXISTS distid_large (b text)",
                "INSERT INTO distid_large SELECT string_agg(md5(random()::text), '')" + " FROM generate_series(1, "
                        + LARGE / 32 + ") n GROUP BY n / 128");
    }

    /** Drops tables and sequences. The database stays, since nodes are connected to it. */
    @Override
    public void wipe() {
        execute(
                "DO $$ DECLARE owned record; BEGIN FOR owned IN SELECT format('%s %I', CASE relkind WHEN 'S' THEN 'SEQUENCE'"
                        + " ELSE 'TABLE' END, relname) what FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN"
                        + " ('r', 'S') LOOP EXECUTE 'DROP ' || owned.what || ' CASCADE'; END LOOP; END $$");
    }

    @Override
    String counterAt(long last) {
        return "SELECT setval('distid_sequence', " + last + ")";
    }
}
