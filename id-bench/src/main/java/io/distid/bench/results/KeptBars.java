package io.distid.bench.results;

import java.util.ArrayList;
import java.util.List;

/** Which bars a {@code results.json} keeps where a further run is written into it. Stateless: safe for use by any number of threads. */
public final class KeptBars {
    private KeptBars() {}

    /**
     * The bars of a further run, with those that stood there in place of those that it did not measure.
     *
     * @param before all lines that stood there, of the same revision
     * @param now all lines of the further run
     * @return as measured now, or else as measured before, or else as they are now; and then what else stood there
     */
    public static List<BarLine> merged(List<BarLine> before, List<BarLine> now) {
        List<BarLine> all = new ArrayList<>();
        for (BarLine line : now) {
            all.add(
                    line.passed() != null
                            ? line
                            : before.stream()
                                    .filter(kept -> kept.isOf(line) && kept.passed() != null)
                                    .findFirst()
                                    .orElse(line));
        }
        before.stream().filter(kept -> now.stream().noneMatch(kept::isOf)).forEach(all::add);
        return all;
    }

    /**
     * Of the bars that stood there, those that may be of other code than a further run that measures all else anew.
     *
     * @param before all lines that stood there
     * @param revision of the further run
     * @return those that were measured: at another revision, or at any if that of the run is not {@linkplain GitRevision#isExact exact}
     */
    public static List<BarLine> ofOtherCode(List<BarLine> before, String revision) {
        return GitRevision.isExact(revision)
                ? ofOthers(before, revision)
                : before.stream().filter(line -> line.passed() != null).toList();
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
