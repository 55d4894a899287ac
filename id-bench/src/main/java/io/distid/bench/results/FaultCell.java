package io.distid.bench.results;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One subject under one fault. Immutable.
 *
 * @param subject the row
 * @param library a peer's library with its version, or null for distid
 * @param fault the column
 * @param reason how the fault was proven, or why not, or why it does not apply
 * @param firstRepeat the first repeated id, with processes and times, or null
 * @param claimedOrder the name of the {@link io.distid.Ordering} that is claimed, or null if no generator was opened
 * @param brokenOrder the first ids that break it, or null if it held
 * @param longestGapMillis the longest time without an id of a node, or null if there is none
 * @param errors the number of failed calls and openings, by type
 * @param wentOn whether all nodes that ran at the end issued ids again by themselves
 * @param contradiction the claim that the cell contradicts, or null
 * @param canRepeat which of the data that its store lost can be issued again, and for how long; null if the store lost
 *     nothing, and for peers
 * @param documented a peer's version, and what its documentation says about weaknesses in the cell; null if there are
 *     none, and for rows other than peers
 */
public record FaultCell(
        String subject,
        @Nullable String library,
        String fault,
        FaultPlan plan,
        Verdict verdict,
        String reason,
        long ids,
        long repeats,
        @Nullable String firstRepeat,
        @Nullable String claimedOrder,
        @Nullable String brokenOrder,
        @Nullable Long longestGapMillis,
        Map<String, Long> errors,
        boolean wentOn,
        @Nullable String contradiction,
        @Nullable String canRepeat,
        @Nullable String documented,
        List<Event> story) {
    /** Copies what may change. */
    public FaultCell {
        errors = new TreeMap<>(errors);
        story = List.copyOf(story);
    }

    /**
     * Something that happened. Immutable.
     *
     * @param millis after the cell began
     * @param what in words
     */
    public record Event(long millis, String what) {}

    /** A cell without compared ids. */
    public static FaultCell without(
            String subject,
            @Nullable String library,
            String fault,
            FaultPlan plan,
            Verdict verdict,
            String reason,
            List<Event> story) {
        return new FaultCell(
                subject, library, fault, plan, verdict, reason, 0, 0, null, null, null, null, Map.of(), false, null,
                null, null, story);
    }
}
