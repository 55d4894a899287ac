package io.distid.bench.results;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One subject under one fault. Immutable.
 *
 * @param subject the row
 * @param library whose code it is, with its version, or null for ours
 * @param fault the column
 * @param plan what the seed decided
 * @param verdict in one word
 * @param reason how the fault was proven, or why it was not, or why it makes no sense
 * @param ids how many were compared, 0 if none were
 * @param repeats how many of them equal another
 * @param firstRepeat the id that was the first to be given out again, with processes and times, or null
 * @param claimedOrder the name of the {@link io.distid.Ordering} that is claimed, or null if no generator was opened
 * @param brokenOrder the first ids that break it, or null if it held
 * @param longestGapMillis the longest time in which a node gave out no id, or null if there is none
 * @param errors how many calls and openings failed, by type
 * @param wentOn whether all nodes that ran in the end gave out ids again by themselves
 * @param contradiction what claim of the subject this contradicts, or null
 * @param canRepeat what of that which its store has lost can be given out again, and for how long, or null if the store lost
 *     nothing, and of peers
 * @param documented the version of a peer, and what its documentation says of what the cell shows of it; null if that is what its user expects, and
 *     of what is no peer's
 * @param story what happened when
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

    /**
     * A cell in which nothing was compared.
     *
     * @param subject the row
     * @param library whose code it is, or null for ours
     * @param fault the column
     * @param plan what the seed decided
     * @param verdict {@link Verdict#NOT_SHOWN} or {@link Verdict#NOT_APPLICABLE}
     * @param reason why
     * @param story what happened until then
     * @return the cell
     */
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
