package io.distid.spring.boot;

import java.util.Map;

/**
 * Whether a starter runs on the line of Spring Boot that it is made for. Packages moved between the lines, so that the wrong one would find
 * half of what it looks for, and fail later with a class that is not there. Stateless: safe for use by any number of threads.
 */
public final class BootLine {
    private static final Map<String, String> STARTERS =
            Map.of("3", "distid-spring-boot3-starter", "4", "distid-spring-boot-starter");

    private BootLine() {}

    /**
     * Refuses another line.
     *
     * @param line that the caller is made for: {@code 3} or {@code 4}
     * @param version of Spring Boot that is present, such as {@code 4.1.0}
     * @throws WrongBootLineException if it is of another line
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
