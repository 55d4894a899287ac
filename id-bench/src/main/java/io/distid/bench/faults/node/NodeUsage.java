package io.distid.bench.faults.node;

import io.distid.bench.jvm.CommandLoop;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resources of a process. Immutable.
 *
 * @param heap bytes in use after a collection
 * @param threads live threads
 * @param files open descriptors, including sockets; 0 if the system does not show them
 * @param sockets open sockets
 */
public record NodeUsage(long heap, long threads, long files, long sockets) {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Measures this process after a garbage collection. */
    public static NodeUsage ofThisProcess() {
        System.gc();
        // Null if the system does not show them.
        String[] files = DESCRIPTORS.toFile().list();
        return new NodeUsage(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files == null ? 0 : files.length,
                files == null ? 0 : Stream.of(files).filter(NodeUsage::isSocket).count());
    }

    private static boolean isSocket(String file) {
        try {
            return Files.readSymbolicLink(DESCRIPTORS.resolve(file)).toString().startsWith("socket:");
        } catch (IOException e) {
            // Closed since the directory was read.
            return false;
        }
    }

    /** The line of the child's answer. */
    String line() {
        return CommandLoop.answer(FaultChild.DONE, heap, threads, files, sockets);
    }

    /** Parses the words of that answer after the first. */
    static NodeUsage of(List<String> words) {
        long[] figures = words.stream().mapToLong(Long::parseLong).toArray();
        return new NodeUsage(figures[0], figures[1], figures[2], figures[3]);
    }
}
