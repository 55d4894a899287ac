package io.distid.bench.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The machine and the JVM of a run. Immutable.
 *
 * @param cpu the processor's name, with family, model and stepping if the system shows them
 * @param cores the cores that the JVM may use
 * @param memoryBytes the machine's memory, or the container's
 */
public record Machine(String cpu, int cores, long memoryBytes, String os, String jvm) {
    private static final String UNKNOWN = "unknown";

    /** This machine; {@code unknown} for each property that could not be read. */
    public static Machine current() {
        return new Machine(
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                memory(),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.name") + " " + property("java.runtime.version") + " (" + property("java.vendor")
                        + ")");
    }

    private static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : 0;
    }

    private static String cpuModel() {
        Path cpuInfo = Path.of("/proc/cpuinfo");
        if (Files.isReadable(cpuInfo)) {
            try (Stream<String> lines = Files.lines(cpuInfo)) {
                return cpuModel(lines);
            } catch (IOException | UncheckedIOException e) {
                return UNKNOWN;
            }
        }
        return Commands.firstLine("sysctl", "-n", "machdep.cpu.brand_string").orElse(UNKNOWN);
    }

    /** The first processor's name and model numbers. Hosts of virtual machines use the same name for several generations. */
    static String cpuModel(Stream<String> cpuInfo) {
        Map<String, String> first = new HashMap<>();
        cpuInfo.map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> first.putIfAbsent(parts[0].strip(), parts[1].strip()));
        String numbers = Stream.of("cpu family", "model", "stepping")
                .filter(first::containsKey)
                .map(key -> key.replace("cpu ", "") + " " + first.get(key))
                .collect(Collectors.joining(", "));
        return first.getOrDefault("model name", UNKNOWN) + (numbers.isEmpty() ? "" : " (" + numbers + ")");
    }

    private static String property(String name) {
        return System.getProperty(name, UNKNOWN);
    }
}
