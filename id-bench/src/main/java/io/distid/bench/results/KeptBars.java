package io.distid.bench.results;

import java.util.List;
import java.util.stream.Stream;

/** Which bars a {@code results.json} keeps where a further run is written into it. Stateless: safe for use by any number of threads. */
public final class KeptBars {
    private KeptBars() {}

    /**
     * The bars that stood there, with those that were measured now in place of theirs.
     *
     * @param before all lines that stood there, of the same revision
     * @param now those of the further run
     * @return what was measured, each bar once
     */
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

    /**
     * Of the bars that stood there, those that may not stand beside a further run: figures of several revisions say nothing of any.
     *
     * @param before all lines that stood there
     * @param revision of the further run
     * @return those that were measured, at another revision or at one that they do not say
     */
    public static List<BarLine> ofOthers(List<BarLine> before, String revision) {
        return before.stream()
                .filter(line -> line.passed() != null)
                .filter(line -> line.provenance() == null
                        || !line.provenance().revision().equals(revision))
                .toList();
    }
}
