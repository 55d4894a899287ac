package io.distid.spring.boot;

import java.util.Map;

/**
 * Checks that a starter runs on the line of Spring Boot that it is made for. Packages moved between the lines. The
 * wrong starter would find half of its classes, and fail later with a missing class. Stateless: safe for use by any
 * number of threads.
 */
public final class BootLine {
    private static final Map<String, String> STARTERS =
            Map.of("3", "distid-spring-boot3-starter", "4", "distid-spring-boot-starter");

    private BootLine() {}

    /**
     * Refuses another line.
     *
     * @param line the line that the caller is made for: {@code 3} or {@code 4}
     * @param version the version of Spring Boot that is present, such as {@code 4.1.0}
     * @throws WrongBootLineException if the version is of another line
     */
    public static void require(String line, String version) {
        if (!version.startsWith(line + ".")) {
            String present = version.substring(0, Math.max(version.indexOf('.'), 0));
            String right = STARTERS.get(present);
            throw new WrongBootLineException(
                    STARTERS.get(line) + " is for Spring Boot " + line + ", but this is Spring Boot " + version,
                    right == null
                            ? "Take a version of distid that serves Spring Boot " + version + "."
                            : "Take " + right + " instead, and leave " + STARTERS.get(line) + " out.");
        }
    }
}
