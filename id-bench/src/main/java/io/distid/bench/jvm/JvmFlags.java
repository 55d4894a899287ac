package io.distid.bench.jvm;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The flags of every child JVM: a heap that is the same for all, what a measurement has in its place, and those that this JVM was started with. What
 * is compared with each other runs under the same ones.
 */
final class JvmFlags {
    /**
     * A heap of one size whose pages were touched before. Else what allocates pays for each page it comes to first, which a service
     * has behind it after a second, and a short measurement has not; and a heap that may grow does so in the middle of one,
     * touching its new pages in a pause of a quarter of a second.
     */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private JvmFlags() {}

    /** All flags of a child, the last of which win. */
    static List<String> with(List<String> own) {
        return ordered(own, ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /**
     * An operator who sets a flag means it, so that those come after a measurement's own; but not after its system properties, which tell the child
     * where to work and what it is asked for.
     */
    static List<String> ordered(List<String> own, List<String> operators) {
        List<String> flags = new ArrayList<>(HEAP);
        flags.addAll(properties(own, false).toList());
        flags.addAll(operators);
        flags.addAll(properties(own, true).toList());
        return flags;
    }

    private static Stream<String> properties(List<String> flags, boolean which) {
        return flags.stream().filter(flag -> flag.startsWith("-D") == which);
    }
}
