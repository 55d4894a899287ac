package io.distid.bench.jvm;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The flags of every child JVM that measures, so that no measurement runs under other ones than another. A child that only draws ids is
 * given a smaller heap after these.
 */
final class JvmFlags {
    /**
     * A heap of one size whose pages were touched before. Else what allocates pays for each page it comes to first, which a service
     * has behind it after a second, and a short measurement has not; and a heap that may grow does so in the middle of one,
     * touching its new pages in a pause of a quarter of a second.
     */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private JvmFlags() {}

    /** The heap, and whatever flags this JVM was started with: an operator who sets one of the heap means it. */
    static List<String> all() {
        List<String> flags = new ArrayList<>(HEAP);
        flags.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        return flags;
    }
}
