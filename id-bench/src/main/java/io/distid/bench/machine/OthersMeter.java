package io.distid.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures the CPU time that other processes took during a run. It is the work of all cores, less the work of this JVM
 * and its child processes. Not safe for use by several threads.
 */
public final class OthersMeter {
    private final Supplier<@Nullable Reading> source;
    private @Nullable Reading before;

    /**
     * Ticks of the kernel since the machine was started.
     *
     * @param all the ticks of all cores
     * @param worked the ticks when a core ran something
     * @param own the ticks of this JVM and its child processes, including ended ones
     */
    record Reading(long all, long worked, long own) {}

    /** Reads this machine. */
    public OthersMeter() {
        this(OthersMeter::read);
    }

    OthersMeter(Supplier<@Nullable Reading> source) {
        this.source = source;
    }

    /** A run begins. */
    public void begin() {
        before = source.get();
    }

    /**
     * The share of other processes since the start, from 0 to 1 of all cores; null if unknown. The measurement goes on.
     */
    public @Nullable Double share() {
        Reading now = source.get();
        if (before == null || now == null || now.all <= before.all) {
            return null;
        }
        double others = (now.worked - before.worked) - (now.own - before.own);
        return Math.max(0, Math.min(1, others / (now.all - before.all)));
    }

    private static @Nullable Reading read() {
        ProcessHandle self = ProcessHandle.current();
        try (Stream<ProcessHandle> below = self.descendants()) {
            String stat = Files.readString(CpuTime.FILE);
            CpuTime time = Objects.requireNonNull(CpuTime.parse(stat));
            long all = LongStream.of(CpuTime.ticks(stat).orElseThrow()).sum();
            long own = Stream.concat(Stream.of(self), below)
                    .mapToLong(OthersMeter::ticks)
                    .sum();
            return new Reading(all, time.wanted() - time.stolen(), own);
        } catch (IOException | RuntimeException e) {
            // Not Linux, or a kernel without these figures.
            return null;
        }
    }

    /**
     * The ticks of a process and its ended children. It is 0 if the process has ended since it was listed: its parent
     * includes its ticks then.
     */
    private static long ticks(ProcessHandle process) {
        try {
            return ticks(Files.readString(Path.of("/proc/" + process.pid() + "/stat")));
        } catch (IOException e) {
            return 0;
        }
    }

    /** Sums fields 14 to 17 of proc(5): user and system time of the process and its ended children. */
    static long ticks(String stat) {
        // The name of a process is in parentheses, and may contain blanks and parentheses.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Arrays.stream(fields, 11, 15).mapToLong(Long::parseLong).sum();
    }
}
