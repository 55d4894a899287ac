package io.distid.bench.results;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine and the JVM of a run. Immutable.
 *
 * @param cpu the processor's model
 * @param cores how many of its cores the JVM may use
 * @param memoryBytes the machine's memory, or the container's
 * @param os name, version and architecture
 * @param jvm name, version and vendor
 */
public record Machine(String cpu, int cores, long memoryBytes, String os, String jvm) {

    /**
     * This machine.
     *
     * @return what could be found out; {@code unknown} for what could not
     */
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
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse("unknown");
            } catch (IOException e) {
                return "unknown";
            }
        }
        return Commands.firstLine("sysctl", "-n", "machdep.cpu.brand_string").orElse("unknown");
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
