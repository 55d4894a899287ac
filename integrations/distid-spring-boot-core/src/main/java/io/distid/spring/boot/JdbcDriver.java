package io.distid.spring.boot;

import java.sql.DriverManager;
import java.sql.SQLException;

/** Names the JDBC driver of a URL. It shows only the kind of the URL: the rest may hold a password. Stateless. */
final class JdbcDriver {
    private JdbcDriver() {}

    /** Returns driver and kind, such as {@code org.h2.Driver (jdbc:h2:)}. */
    static String of(String url) {
        int end = url.indexOf(':', "jdbc:".length());
        String kind = end < 0 ? "a URL that does not begin with jdbc:" : url.substring(0, end + 1);
        try {
            return DriverManager.getDriver(url).getClass().getName() + " (" + kind + ")";
        } catch (SQLException e) {
            return kind;
        }
    }
}
