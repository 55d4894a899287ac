package io.distid.testservers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A database and a user who can reach it. Immutable.
 *
 * @param name the database's name
 * @param url the JDBC URL, which holds no password
 * @param user the user's name
 * @param password the user's password
 */
public record Database(String name, String url, String user, String password) {
    /** Opens a connection of its own, not pooled, with auto-commit on; throws if the server refuses or does not answer. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** Returns the same with another password, a wrong one for instance; the user's own is not changed. */
    public Database withPassword(String other) {
        return new Database(name, url, user, other);
    }

    /** Shows all but the password. */
    @Override
    public String toString() {
        return "Database[" + url + ", user " + user + "]";
    }
}
