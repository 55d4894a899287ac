package io.distid.bench.fleet;

import io.distid.Ordering;
import io.distid.bench.progress.Steps;
import io.distid.bench.report.Figures;
import io.distid.bench.report.Fleet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the merged ids of several processes showed. Exact: all bits of all ids are compared, and none is left out.
 *
 * <p>The displacement of an id is how many places it stands from where it belongs: its place once all ids are sorted, against the
 * nearest of the places at which it may have been issued. Where calls overlap there are several, and none of them is held
 * against it, so an order that always held has displacement 0.
 *
 * @param result the figures
 * @param claimed the order that the strategy claims
 * @param duplicates the first few ids that were given out twice, with who got them
 * @param inversions the first few ids that break the claimed order
 * @param recordingShare the part of the time, from 0 to 1, that went into keeping the ids and not into making them
 */
public record FleetCheck(
        Fleet result, Ordering claimed, List<String> duplicates, List<String> inversions, double recordingShare) {
    /** After so many ids it is told how far it has come. */
    static final int OFTEN = 1 << 16;

    /** Copies the lists. */
    public FleetCheck {
        duplicates = List.copyOf(duplicates);
        inversions = List.copyOf(inversions);
    }

    static FleetCheck of(Tapes tapes, Ordering claimed, Path folder, long storingNanos, Steps steps)
            throws IOException {
        double most = tapes.mostIds();
        TapeSweep sweep = new TapeSweep(tapes);
        Duplicates duplicates = new Duplicates();
        Displacements displacements;
        try (IdSorter sorter = new IdSorter(tapes.width(), folder.resolve("sorted"))) {
            sweep.run((high, low, earliest, latest) -> {
                sorter.add(high, low, earliest, latest);
                if (sorter.size() % OFTEN == 0) {
                    steps.at(sorter.size() / most / 2);
                }
            });
            if (sorter.size() == 0) {
                throw new IllegalStateException("no node returned an id in time");
            }
            displacements = new Displacements(sorter.size());
            sorter.drain((high, low, earliest, latest, place) -> {
                duplicates.add(high, low, earliest);
                displacements.add(place < earliest ? earliest - (int) place : Math.max(0, (int) place - latest));
                if (place % OFTEN == 0) {
                    steps.at(0.5 + (double) place / sorter.size() / 2);
                }
            });
        }
        List<String> examples = new ArrayList<>();
        for (Duplicates.Example example : duplicates.examples()) {
            examples.add(tapes.text(example.high(), example.low()) + " ("
                    + String.join(") and again (", tapes.places(example.high(), example.low(), 2)) + ")");
        }
        Fleet result = new Fleet(
                tapes.nodes(),
                sweep.ids(),
                duplicates.count(),
                sweep.ids() * 1e9 / sweep.nanos(),
                sweep.inversions(Ordering.PER_GENERATOR),
                sweep.inversions(Ordering.GLOBAL),
                displacements.max(),
                displacements.p99());
        double share = (double) storingNanos / tapes.all().size() / sweep.nanos();
        return new FleetCheck(result, claimed, examples, sweep.examples(claimed), share);
    }

    /**
     * Whether ids were unique and in the order claimed.
     *
     * @return why not, with examples, or null if they were
     */
    public @Nullable String fault() {
        if (result.duplicates() > 0) {
            return result.duplicates() + " duplicates among " + result.processes() + " processes: "
                    + String.join("; ", duplicates);
        }
        if (!inversions.isEmpty()) {
            return "claims order " + Figures.order(claimed.name()) + ", which does not hold among " + result.processes()
                    + " processes: " + String.join("; ", inversions);
        }
        return null;
    }

    /**
     * What was found, in a few words.
     *
     * @return for a line of progress
     */
    public String summary() {
        return Figures.number(result.ids()) + " ids, " + result.duplicates() + " duplicates, "
                + Figures.number(result.idsPerSecond()) + "/s";
    }
}
