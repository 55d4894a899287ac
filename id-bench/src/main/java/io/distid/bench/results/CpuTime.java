package io.distid.bench.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of this machine, of all its cores together: what it wanted, and what the host of a virtual machine took of that. In ticks of
 * the kernel, 10 ms as a rule. Immutable.
 *
 * @param wanted in which a core had something to run, whether it ran or not
 * @param stolen of these, in which the host ran something else: {@code steal} in {@code /proc/stat}
 */
public record CpuTime(long wanted, long stolen) {
    private static final Path FILE = Path.of("/proc/stat");
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    private static final int STEAL = 8;

    /** Since the machine was started; null where there is no {@code /proc/stat}, or it does not tell. */
    public static @Nullable CpuTime read() {
        try {
            return parse(Files.readString(FILE));
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    /** Out of the text of {@code /proc/stat}; null if it has no line of all cores, or a kernel before 2.6.11 wrote it, which does not tell. */
    static @Nullable CpuTime parse(String text) {
        String[] fields = text.lines()
                .filter(line -> line.startsWith("cpu "))
                .findFirst()
                .map(line -> line.trim().split(" +"))
                .orElse(new String[0]);
        if (fields.length <= STEAL) {
            return null;
        }
        try {
            long wanted = 0;
            // What is behind steal, the time of guests, is in user and nice already.
            for (int i = 1; i <= STEAL; i++) {
                wanted += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(fields[i]);
            }
            return new CpuTime(wanted, Long.parseLong(fields[STEAL]));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The time since an earlier reading: never negative: a host that moves the machine may set its counts back. */
    public CpuTime since(CpuTime before) {
        long took = Math.max(0, stolen - before.stolen);
        return new CpuTime(Math.max(took, wanted - before.wanted), took);
    }

    /** Two spans together: their sums. */
    public CpuTime plus(CpuTime other) {
        return new CpuTime(wanted + other.wanted, stolen + other.stolen);
    }

    /** What the host took, as a share of what was wanted; from 0 to 1; 0 if nothing was wanted. */
    public double stolenShare() {
        return wanted == 0 ? 0 : (double) stolen / wanted;
    }
}
