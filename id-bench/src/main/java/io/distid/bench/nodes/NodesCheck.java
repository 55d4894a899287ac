package io.distid.bench.nodes;

import io.distid.Ordering;
import io.distid.bench.duplicates.DuplicateCounter;
import io.distid.bench.duplicates.IdSorter;
import io.distid.bench.progress.Steps;
import io.distid.bench.report.Units;
import io.distid.bench.results.LeastIds;
import io.distid.bench.results.MergedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the merged ids of several processes. Exact: all bits of all ids are compared.
 *
 * <p>The displacement of an id is the distance from its place in the sorted order to its place in the order of issue. Where calls overlap,
 * an id has several possible places of issue, and the nearest counts. So an order that always held has displacement 0. Immutable.
 *
 * @param firstRepeat the first two issues of the first repeated id; empty if none repeats
 * @param notShown why neither uniqueness nor order is shown, such as too few ids; or null
 */
public record NodesCheck(
        MergedNodes result,
        Ordering claimed,
        List<String> duplicates,
        List<String> inversions,
        List<IdIssue> firstRepeat,
        @Nullable String notShown) {
    /** Copies the lists. */
    public NodesCheck {
        duplicates = List.copyOf(duplicates);
        inversions = List.copyOf(inversions);
        firstRepeat = List.copyOf(firstRepeat);
    }

    /** Compares all ids with all others; {@code leastPerNode}: how many ids of each node show something. */
    public static NodesCheck of(ThreadFiles files, Ordering claimed, int leastPerNode, Path folder, Steps steps)
            throws IOException {
        double most = files.mostIds();
        InversionScan scan = new InversionScan(files);
        DuplicateCounter duplicates = new DuplicateCounter();
        try (IdSorter sorter = new IdSorter(files.width(), folder.resolve("sorted"))) {
            scan.run((high, low, earliest, latest) -> {
                sorter.add(high, low, earliest, latest);
                if (sorter.size() % IdSorter.PROGRESS_INTERVAL == 0) {
                    steps.at(sorter.size() / most / 2);
                }
            });
            if (sorter.size() == 0) {
                throw new IllegalStateException("no node returned an id in time");
            }
            sorter.drain(duplicates, share -> steps.at(0.5 + share / 2));
        }
        List<String> examples = new ArrayList<>();
        for (DuplicateCounter.Example example : duplicates.examples()) {
            examples.add(files.issues(example.high(), example.low(), 2).stream()
                    .map(IdIssue::place)
                    .collect(Collectors.joining(
                            ") and again (", files.text(example.high(), example.low()) + " (", ")")));
        }
        long fewest = scan.fewest();
        MergedNodes result = new MergedNodes(
                files.nodes(),
                scan.ids(),
                duplicates.count(),
                scan.ids() * 1e9 / scan.nanos(),
                scan.inversions(Ordering.PER_GENERATOR),
                scan.inversions(Ordering.GLOBAL),
                duplicates.displacement(),
                duplicates.displacementP99(),
                fewest < leastPerNode);
        DuplicateCounter.Example earliest = duplicates.earliest();
        List<IdIssue> repeat = earliest == null ? List.of() : files.firstTwo(earliest.high(), earliest.low());
        String notShown = LeastIds.reason(fewest, leastPerNode, files.nodes() + " processes");
        return new NodesCheck(result, claimed, examples, scan.examples(claimed), repeat, notShown);
    }

    /** Whether ids were unique and in the order claimed. */
    public @Nullable String fault() {
        if (result.duplicates() > 0) {
            return result.duplicates() + " duplicates among " + result.processes() + " processes: "
                    + String.join("; ", duplicates);
        }
        if (!inversions.isEmpty()) {
            return "claims order " + Units.order(claimed.name()) + ", which does not hold among " + result.processes()
                    + " processes: " + String.join("; ", inversions);
        }
        return null;
    }

    /** The findings in a few words. */
    public String summary() {
        return Units.number(result.ids()) + " ids, "
                + (result.tooFew() && result.duplicates() == 0 ? "not shown" : result.duplicates() + " duplicates")
                + ", "
                + Units.number(result.idsPerSecond()) + "/s";
    }
}
