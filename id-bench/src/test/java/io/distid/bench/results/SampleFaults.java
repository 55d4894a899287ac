package io.distid.bench.results;

import io.distid.bench.machine.Machine;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table of faults whose right reading is known. */
public final class SampleFaults {
    private static final FaultPlan PLAN = new FaultPlan(0, 100, List.of());

    private SampleFaults() {}

    /** With a control that must repeat under both faults. */
    public static FaultTable table(Verdict downControl, Verdict sameControl) {
        return table(Verdict.REPEATS, "a claim", Verdict.STOPS, downControl, sameControl);
    }

    /** With a control that repeats, and nothing that contradicts a claim of ours. */
    public static FaultTable tableOfOurs(Verdict down, Verdict same) {
        return table(down, null, same, Verdict.REPEATS, Verdict.REPEATS);
    }

    private static FaultTable table(
            Verdict down, @Nullable String contradiction, Verdict same, Verdict downControl, Verdict sameControl) {
        return new FaultTable(
                "2026-11-22T00:00:00Z",
                "tiny",
                1,
                "abc",
                new Machine("cpu", 2, 1, "os", "jvm"),
                List.of(),
                List.of(
                        new FaultTable.Column("clock-back-down", "The clock is set back."),
                        new FaultTable.Column("config-same-id", "Two have one id.")),
                List.of("ours", "a peer with a name of forty characters..", "textbook"),
                "textbook",
                List.of("clock-back-down", "config-same-id"),
                List.of(
                        cell("ours", null, "clock-back-down", down, contradiction, null),
                        cell("ours", null, "config-same-id", same, null, null),
                        cell(
                                "a peer with a name of forty characters..",
                                "peer 1.0",
                                "clock-back-down",
                                Verdict.UNIQUE,
                                "its claim",
                                "5 is not greater than 6"),
                        FaultCell.without(
                                "a peer with a name of forty characters..",
                                "peer 1.0",
                                "config-same-id",
                                PLAN,
                                Verdict.NOT_APPLICABLE,
                                "it has no worker id",
                                List.of()),
                        cell("textbook", "lab", "clock-back-down", downControl, null, null),
                        cell("textbook", "lab", "config-same-id", sameControl, null, null)));
    }

    private static FaultCell cell(
            String subject,
            @Nullable String library,
            String fault,
            Verdict verdict,
            @Nullable String contradiction,
            @Nullable String broken) {
        return new FaultCell(
                subject,
                library,
                fault,
                PLAN,
                verdict,
                verdict == Verdict.NOT_SHOWN ? "libfaketime is missing" : "it happened",
                100,
                verdict == Verdict.REPEATS ? 3 : 0,
                verdict == Verdict.REPEATS ? "17 by node 0 and by node 1" : null,
                "PER_GENERATOR",
                broken,
                1500L,
                verdict == Verdict.STOPS ? Map.of("ClockBehindException", 2L) : Map.of(),
                true,
                contradiction,
                broken == null ? null : "each number since the copy, until the counter has passed it",
                broken == null ? null : "peer 1.0: contradicts its documentation: \"sorted\" (https://peer.example)",
                List.of(
                        new FaultCell.Event(5, "node 0 opens, process 11"),
                        new FaultCell.Event(1005, "the clock of node 0 is set back by 5 s"),
                        new FaultCell.Event(2005, "first repeat: 17 by node 1 (process 12)"),
                        new FaultCell.Event(4005, "node 0 gives out ids")));
    }
}
