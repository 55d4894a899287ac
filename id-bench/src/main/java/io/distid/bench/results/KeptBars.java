package io.distid.bench.results;

import java.util.List;
import java.util.stream.Stream;

/**
 * Decides which bars a {@code results.json} keeps when a new run is written into it. Stateless: safe for use by any
 * number of threads.
 */
public final class KeptBars {
    private KeptBars() {}

    /** Replaces old bars by those of a new run of the same revision: the measured bars, each once. */
    public static List<BarLine> merged(List<BarLine> before, List<BarLine> now) {
        List<BarLine> measured =
                now.stream().filter(line -> line.passed() != null).toList();
        return Stream.concat(
                        before.stream()
                                .filter(line -> line.passed() != null
                                        && measured.stream().noneMatch(line::isOf)),
                        measured.stream())
                .toList();
    }

    /** Selects the old bars that may not be kept beside a new run, since figures of different revisions cannot be mixed. */
    public static List<BarLine> ofOthers(List<BarLine> before, String revision) {
        return before.stream()
                .filter(line -> line.passed() != null)
                .filter(line -> line.provenance() == null
                        || !line.provenance().revision().equals(revision))
                .toList();
    }
}
