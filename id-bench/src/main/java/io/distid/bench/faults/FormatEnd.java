package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.WorkerIdKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Issues the last ids of a format: its time ends as its epoch lies far back, or its counter is set near its end. */
final class FormatEnd {
    /** A call that takes longer hangs. It is far more than a call to a server takes, and less than the patience. */
    private static final long HANGS = 5_000_000_000L;

    static final Fault FAULT = new Fault(
                    "format-end",
                    "Nodes reach the last ids there are: of a format whose epoch lies far enough back, of a column, or of a key.",
                    (fleet, plan) ->
                            fleet.subject().workerIds() == WorkerIdKind.NONE ? byCounter(fleet, plan) : byTime(fleet))
            .with(Fault.Trait.ENDS_IDS)
            .on(subject -> subject.subject().server() == null ? ServerSetup.SHARED : ServerSetup.OWN)
            .lasting(FaultTiming::patience)
            .unless(Fault::onTwoServers)
            .unless(FormatEnd::whyEndless);

    private FormatEnd() {}

    private static @Nullable String whyEndless(FaultSubject subject) {
        if (subject.subject().server() != null || subject.lasts() != null) {
            return null;
        }
        return subject.workerIds() == WorkerIdKind.NONE
                ? "its time lasts for thousands of years, or it has none"
                : "its epoch cannot be set so far back that its time ends now";
    }

    private static Proof byCounter(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        long last = Long.MAX_VALUE - plan.idsBefore();
        fleet.store().admin().setCounter(fleet.settings(0), last);
        fleet.tell("the counter is set to " + last);
        boolean reached = awaitEnd(fleet, fleet.timing().patience());
        return new Proof(
                reached,
                "the counter was set to " + last + ", " + plan.idsBefore() + " before the greatest 64-bit number"
                        + (reached ? "" : ", and too few ids were drawn to reach it"));
    }

    private static Proof byTime(Fleet fleet) throws InterruptedException {
        // A process that is not opened: it shows how long this machine takes to start the next ones before the end.
        long began = System.nanoTime();
        fleet.start(0, "node 0 unopened").close();
        Duration start = Duration.ofNanos(System.nanoTime() - began);
        Duration lead = fleet.timing().patience().multipliedBy(2).plus(start.multipliedBy(3));
        Instant end = Instant.ofEpochMilli(System.currentTimeMillis()).plus(lead);
        FaultNode first = fleet.start(0, "node 0", settings(fleet, 0, end));
        FaultNode second = fleet.start(1, "node 1", settings(fleet, 1, end));
        fleet.tell("the format ends in " + Duration.between(Instant.now(), end).toMillis() + " ms");
        fleet.open(first, second);
        awaitEnd(fleet, lead);
        long before = first.state().ids();
        long wall = first.state().wall();
        return new Proof(
                before > 0 && wall >= end.toEpochMilli(),
                "the format ended at " + end + ", when node 0 had drawn " + before + " ids");
    }

    /** Until each node fails or hangs, and so has reached the end. */
    private static boolean awaitEnd(Fleet fleet, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (FaultNode node : fleet.nodes()) {
            long returned = 0;
            long since = System.nanoTime();
            while (node.draws() && node.state().failed() == 0 && System.nanoTime() - since < HANGS) {
                if (node.state().returned() != returned) {
                    returned = node.state().returned();
                    since = System.nanoTime();
                }
                if (System.nanoTime() - deadline > 0) {
                    return false;
                }
                fleet.pause(Duration.ofMillis(50));
            }
        }
        return true;
    }

    private static Map<String, String> settings(Fleet fleet, int node, Instant end) {
        Map<String, String> settings = new TreeMap<>(fleet.settings(node));
        settings.put(Layout.EPOCH, end.minus(fleet.subject().lasts()).toString());
        return settings;
    }
}
