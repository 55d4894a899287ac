package io.distid.bench.jvm;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The flags of every child JVM: the same heap for all, a measurement's own flags, and the flags of this JVM. So all
 * measurements that are compared have the same flags.
 */
final class JvmFlags {
    /**
     * A heap of fixed size whose pages are touched at the start. Otherwise the first use of each page would cost time.
     * A service has that behind it after a second, a short measurement does not. A heap that grows would stop a
     * measurement for a quarter of a second.
     */
    private static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private JvmFlags() {}

    /** All flags of a child. Later flags win. */
    static List<String> with(List<String> own) {
        return ordered(own, ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /**
     * The operator's flags win over the measurement's. But the measurement's system properties come last: they tell the
     * child where to work and what to do.
     */
    static List<String> ordered(List<String> own, List<String> operators) {
        Map<Boolean, List<String>> properties =
                own.stream().collect(Collectors.partitioningBy(flag -> flag.startsWith("-D")));
        return Stream.of(HEAP, properties.get(false), operators, properties.get(true))
                .flatMap(List::stream)
                .toList();
    }
}
