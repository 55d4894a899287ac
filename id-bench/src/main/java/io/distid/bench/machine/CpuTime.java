package io.distid.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time that all cores of this machine wanted, and the part that the host of a virtual machine took. The unit is
 * a tick of the kernel, usually 10 ms. Immutable.
 *
 * @param wanted ticks of cores with work to do, whether or not they ran
 * @param stolen the part of these ticks that the host gave to others: {@code steal} in {@code /proc/stat}
 */
public record CpuTime(long wanted, long stolen) {
    static final Path FILE = Path.of("/proc/stat");
    /** The fields after steal, the time of guests, are already included in user and nice. */
    private static final Pattern ALL_CORES = Pattern.compile("(?m)^cpu +((?:\\d+ +){7}\\d+)");

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;

    /** Reads the time since the start of the machine; null if {@code /proc/stat} is missing or does not have it. */
    public static @Nullable CpuTime read() {
        try {
            return parse(Files.readString(FILE));
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    /**
     * Parses the text of {@code /proc/stat}; null if it has no line of all cores, or no steal, as before kernel 2.6.11.
     */
    static @Nullable CpuTime parse(String text) {
        return ticks(text)
                .map(ticks -> new CpuTime(LongStream.of(ticks).sum() - ticks[IDLE] - ticks[IO_WAIT], ticks[STEAL]))
                .orElse(null);
    }

    /** The ticks of all cores, idle ones included, by their kinds. */
    static Optional<long[]> ticks(String text) {
        Matcher cores = ALL_CORES.matcher(text);
        return cores.find()
                ? Optional.of(Stream.of(cores.group(1).split(" +"))
                        .mapToLong(Long::parseLong)
                        .toArray())
                : Optional.empty();
    }

    /** The time since an earlier reading; never negative, though a host that moves the machine may reset its counts. */
    public CpuTime since(CpuTime before) {
        long took = Math.max(0, stolen - before.stolen);
        return new CpuTime(Math.max(took, wanted - before.wanted), took);
    }

    /** Two spans together: their sums. */
    public CpuTime plus(CpuTime other) {
        return new CpuTime(wanted + other.wanted, stolen + other.stolen);
    }

    /** The share of the wanted time that the host took, from 0 to 1; 0 if no time was wanted. */
    public double stolenShare() {
        return wanted == 0 ? 0 : (double) stolen / wanted;
    }
}
