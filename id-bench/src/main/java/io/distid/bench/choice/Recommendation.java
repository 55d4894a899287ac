package io.distid.bench.choice;

import java.util.List;

/** A recommended strategy, with everything to copy. Immutable. */
public record Recommendation(
        String strategy, List<String> why, List<String> dependencies, List<String> settings, String java) {
    /** The version of this build. */
    public static final String VERSION = "0.1.0";

    static List<String> dependency(String module) {
        return List.of(
                "<dependency>",
                "  <groupId>io.distid</groupId>",
                "  <artifactId>" + module + "</artifactId>",
                "  <version>" + VERSION + "</version>",
                "</dependency>");
    }
}
