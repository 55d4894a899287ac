package io.distid.bench.faults.store;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.SQLException;
import java.util.Collections;

/** Breaks a MySQL or MariaDB, and looks at it. */
final class MySqlAdmin extends SqlAdmin {
    private static final String LARGE_ROWS = "distid_large";
    private static final int LARGE_ROW = 4_096;

    MySqlAdmin(MySqlServer server, Database database) {
        super(
                server,
                database,
                "SET GLOBAL max_connections = " + FaultStore.CONNECTIONS,
                "SET GLOBAL max_connections = DEFAULT");
    }

    /**
     * Adds rows each time. The first call creates the table: MariaDB waits for a minute if the log of a DDL statement
     * does not fit the disk.
     */
    @Override
    void addLarge() throws SQLException {
        if (!exists(LARGE_ROWS)) {
            run("CREATE TABLE " + LARGE_ROWS + " (k BIGINT AUTO_INCREMENT PRIMARY KEY, b VARBINARY(" + LARGE_ROW
                    + ")) ENGINE=InnoDB");
        }
        // Row by row: MariaDB fails an assertion if it must remove a value that fitted only in part.
        String row = "INSERT INTO " + LARGE_ROWS + " (b) VALUES (REPEAT('x', " + LARGE_ROW + "))";
        run(Collections.nCopies(LARGE / LARGE_ROW, row).toArray(String[]::new));
    }

    /** The user's rights belong to the database's name, and stay. */
    @Override
    public void wipe() {
        execute("DROP DATABASE `" + name() + "`", "CREATE DATABASE `" + name() + "`");
    }

    @Override
    String counterAt(long last) {
        for (String table : new String[] {"distid_auto_increment", "distid_tickets"}) {
            if (exists(table)) {
                return "ALTER TABLE " + table + " AUTO_INCREMENT = " + (last + 1);
            }
        }
        return "UPDATE distid_counters SET value = " + last;
    }
}
