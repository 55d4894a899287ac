package io.distid.bench.jvm;

import java.util.List;

/** Keeps the first part of a child JVM's standard error. Written by one thread, read by another. */
final class ErrorOutput {
    private static final int KEPT = 20_000;

    private final StringBuilder text = new StringBuilder();

    synchronized void add(String line) {
        if (text.length() < KEPT) {
            text.append(line).append('\n');
        }
    }

    /** All that is kept: the first 20,000 characters. */
    synchronized String text() {
        return text.toString();
    }

    /** Why the JVM ended: the first line about a failure, or the last line of all; empty if there is none. */
    synchronized String reason() {
        List<String> lines =
                text.toString().lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.startsWith("Exception in thread")
                        || line.startsWith("Error")
                        || line.startsWith("# There is insufficient memory"))
                .findFirst()
                .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
    }
}
