package io.distid.bench.cli;

import java.util.Map;

/** System properties of the lab's command line, since Maven writes that of the JVM. */
final class SystemProperties {
    /** By the variables that hold them. */
    private static final Map<String, String> PASSWORDS = Map.of(
            "DISTID_MYSQL_PASSWORD", "distid.mysql.password",
            "DISTID_POSTGRESQL_PASSWORD", "distid.postgresql.password");

    private SystemProperties() {}

    /** Sets the properties, and a password that should not be on a command line. */
    static void set(Map<String, String> given) {
        given.forEach(System::setProperty);
        PASSWORDS.forEach((variable, property) -> {
            String password = System.getenv(variable);
            if (password != null) {
                System.getProperties().putIfAbsent(property, password);
            }
        });
    }
}
