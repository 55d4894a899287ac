package io.distid.spring.boot;

import java.sql.DriverManager;
import java.sql.SQLException;

/** Names a driver of JDBC by the URL that it serves, of which no more than the kind is shown: what follows may hold a password. Stateless. */
final class JdbcDriver {
    private JdbcDriver() {}

    /** Such as {@code org.h2.Driver (jdbc:h2:)}. */
    static String of(String url) {
        int end = url.indexOf(':', "jdbc:".length());
        String kind = end < 0 ? "a URL that is none of JDBC" : url.substring(0, end + 1);
        try {
            return DriverManager.getDriver(url).getClass().getName() + " (" + kind + ")";
        } catch (SQLException e) {
            return kind;
        }
    }
}
