package io.distid.bench.faults.store;

import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Breaks a PostgreSQL, and looks at it. */
final class PostgreSqlAdmin extends SqlAdmin {
    PostgreSqlAdmin(PostgreSqlServer server, Database database) {
        super(server, database);
    }

    /** Adds rows each time. Their bytes are random, since PostgreSQL compresses others. */
    @Override
    void addLarge() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS distid_large (b text)");
            statement.execute("INSERT INTO distid_large SELECT string_agg(md5(random()::text), '')"
                    + " FROM generate_series(1, " + LARGE / 32 + ") n GROUP BY n / 128");
        }
    }

    /** Drops tables and sequences. The database stays, since nodes are connected to it. */
    @Override
    public void wipe() {
        execute(
                "DO $$ DECLARE owned record; BEGIN FOR owned IN SELECT format('%s %I', CASE relkind WHEN 'S' THEN 'SEQUENCE'"
                        + " ELSE 'TABLE' END, relname) what FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN"
                        + " ('r', 'S') LOOP EXECUTE 'DROP ' || owned.what || ' CASCADE'; END LOOP; END $$");
    }

    /** The limit of the database. The server's own limit can be set only at its start. */
    @Override
    long limit() {
        return -1;
    }

    @Override
    String limit(long connections) {
        return "ALTER DATABASE " + name() + " CONNECTION LIMIT " + connections;
    }

    @Override
    String counterAt(long last) {
        return "SELECT setval('distid_sequence', " + last + ")";
    }
}
