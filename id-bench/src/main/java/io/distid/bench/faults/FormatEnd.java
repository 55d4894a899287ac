package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.ServerKind;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakeProvider;
import io.distid.sonyflake.SonyflakeFormat;
import io.distid.sonyflake.SonyflakeProvider;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The last ids there are: of the time that ids carry, by an epoch that lies so far back, or of the counter that they come from. */
final class FormatEnd implements Fault {
    @Override
    public String name() {
        return "format-end";
    }

    @Override
    public String sentence() {
        return "Nodes come to the last ids there are: of a format whose epoch lies so far back, of a column, or of a key.";
    }

    @Override
    public ServerSetup setup(FaultSubject subject) {
        return subject.subject().server() == null ? ServerSetup.SHARED : ServerSetup.OWN;
    }

    @Override
    public Duration lasts(FaultTiming timing) {
        return timing.patience();
    }

    @Override
    public boolean mustStop() {
        return true;
    }

    @Override
    public @Nullable String senseless(FaultSubject subject) {
        if (subject.subject().server() == ServerKind.REDIS_WITH_REPLICA) {
            return "its store is two servers";
        }
        if (subject.subject().server() != null || subject.isOurs() && subject.workerIds() != WorkerIdKind.NONE) {
            return null;
        }
        return subject.workerIds() == WorkerIdKind.NONE
                ? "its time lasts for thousands of years, or it has none"
                : "its epoch cannot be set";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        return fleet.subject().workerIds() == WorkerIdKind.NONE ? byCounter(fleet, plan) : byTime(fleet);
    }

    private static Proof byCounter(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        long last = Long.MAX_VALUE - plan.idsBefore();
        fleet.store().admin().setCounter(fleet.settings(0), last);
        fleet.tell("the counter is set to " + last);
        boolean reached = awaitErrors(fleet, fleet.timing().patience());
        return new Proof(
                reached,
                "the counter was set to " + last + ", " + plan.idsBefore() + " before the greatest 64-bit number"
                        + (reached ? "" : ", and too few ids were drawn to come to it"));
    }

    private static Proof byTime(Fleet fleet) throws InterruptedException {
        Duration lead = fleet.timing().patience().multipliedBy(2);
        Instant end = Instant.ofEpochMilli(System.currentTimeMillis()).plus(lead);
        FaultNode first = fleet.start(0, "node 0", settings(fleet, 0, end));
        FaultNode second = fleet.start(1, "node 1", settings(fleet, 1, end));
        fleet.tell("the format ends in " + Duration.between(Instant.now(), end).toMillis() + " ms");
        fleet.open(first, second);
        awaitErrors(fleet, lead);
        long before = first.state().ids();
        long wall = first.state().wall();
        return new Proof(
                before > 0 && wall >= end.toEpochMilli(),
                "the format ended at " + end + ", when node 0 had drawn " + before + " ids");
    }

    /** Until each node has failed, and so has come to the end. */
    private static boolean awaitErrors(Fleet fleet, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (FaultNode node : fleet.nodes()) {
            while (node.draws() && node.state().failed() == 0) {
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
        settings.put("epoch", epoch(fleet.subject(), settings, end).toString());
        return settings;
    }

    private static Instant epoch(FaultSubject subject, Map<String, String> settings, Instant end) {
        if (subject.subject().origin().strategy().equals("sonyflake")) {
            SonyflakeFormat format = SonyflakeProvider.format(IdConfig.of(new SonyflakeProvider(), settings));
            return end.minus(format.timeUnit().multipliedBy(1L << format.bitsTime()));
        }
        SnowflakeLayout layout = SnowflakeProvider.layout(IdConfig.of(new SnowflakeProvider(), settings));
        return end.minus(layout.tick().multipliedBy(1L << layout.timeBits()));
    }
}
