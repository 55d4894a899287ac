package io.distid.bench.cli;

import java.util.Map;

/** System properties of the lab's command line, since Maven writes that of the JVM. */
final class SystemProperties {
    private static final String MYSQL_PASSWORD = "distid.mysql.password";
    private static final String MYSQL_PASSWORD_VARIABLE = "DISTID_MYSQL_PASSWORD";

    private SystemProperties() {}

    /** Sets the properties, and a password that should not be on a command line. */
    static void set(Map<String, String> given) {
        given.forEach(System::setProperty);
        String password = System.getenv(MYSQL_PASSWORD_VARIABLE);
        if (password != null && System.getProperty(MYSQL_PASSWORD) == null) {
            System.setProperty(MYSQL_PASSWORD, password);
        }
    }
}
