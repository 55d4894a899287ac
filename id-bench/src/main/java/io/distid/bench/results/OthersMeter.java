package io.distid.bench.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads, around a run, what other processes took of this machine's CPU time meanwhile: all that its cores did, less what this JVM and the
 * processes below it did. Not safe for use by several threads.
 */
public final class OthersMeter {
    private static final Path PROC = Path.of("/proc");
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    private static final int STEAL = 8;

    private final Supplier<@Nullable Reading> source;
    private @Nullable Reading before;

    /**
     * Ticks of the kernel since the machine was started.
     *
     * @param all of all cores, whatever they did
     * @param worked in which a core ran something
     * @param own in which that was this JVM or a process below it, ended ones included
     */
    record Reading(long all, long worked, long own) {}

    /** On this machine's readings. */
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

    /** The share of others since it began; it goes on; from 0 to 1 of what all cores have; null where it cannot be told. */
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
            String[] cores = Files.readString(PROC.resolve("stat"))
                    .lines()
                    .findFirst()
                    .orElse("")
                    .trim()
                    .split(" +");
            long all = 0;
            long worked = 0;
            for (int i = 1; i <= STEAL; i++) {
                long ticks = Long.parseLong(cores[i]);
                all += ticks;
                worked += i == IDLE || i == IO_WAIT || i == STEAL ? 0 : ticks;
            }
            long own = Stream.concat(Stream.of(self), below)
                    .mapToLong(OthersMeter::ticks)
                    .sum();
            return new Reading(all, worked, own);
        } catch (IOException | RuntimeException e) {
            // No Linux, or a kernel that does not tell.
            return null;
        }
    }

    /** Those of a process, and of its children that have ended; 0 if it has ended itself since it was listed, when its parent's tell them. */
    private static long ticks(ProcessHandle process) {
        try {
            return ticks(Files.readString(PROC.resolve(process.pid() + "/stat")));
        } catch (IOException e) {
            return 0;
        }
    }

    /** Fields 14 to 17 of proc(5): its own time and that of children that were waited for, of users and of the system. */
    static long ticks(String stat) {
        // The name of a process is in brackets, and may have blanks and brackets in it.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int i = 11; i < 15; i++) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks;
    }
}
