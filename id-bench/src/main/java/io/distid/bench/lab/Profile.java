package io.distid.bench.lab;

import io.distid.bench.entity.EntityPlan;
import io.distid.bench.latency.LatencyPlan;
import io.distid.bench.locks.LocksPlan;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.primarykey.TablePlan;
import io.distid.bench.throughput.ForkPlan;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long and how often things are measured. Immutable.
 *
 * @param forks JVMs per row for throughput, interleaved with those of other rows
 * @param watched single ids for an observer
 * @param share the share of the profile that is measured, 1 for all; the other components are already shortened
 */
public record Profile(
        String name,
        int forks,
        ForkPlan fork,
        int nodes,
        int nodeThreads,
        int idsPerThread,
        Duration check,
        LatencyPlan latency,
        NodesPlan processes,
        int watched,
        double share) {

    /** The time for ranges of leaf-segment to grow with the demand, from 2000 ids on. */
    private static final Duration GROWTH = Duration.ofSeconds(2);

    /** Fit for a test: shows that everything runs, and says little about speed. */
    static final Profile TINY = new Profile(
            "tiny",
            1,
            new ForkPlan(1, Duration.ofMillis(100), Duration.ZERO, 3, Duration.ofMillis(60), List.of(1, 2), List.of(1)),
            3,
            2,
            20_000,
            Duration.ofMillis(500),
            LatencyPlan.TINY,
            new NodesPlan(0, 2, 20_000, Duration.ZERO, Duration.ofMillis(100), false),
            20,
            1);

    /** The default, which is planned by time: some 4 minutes on two cores if all of it is measured. */
    static final Profile QUICK = new Profile(
            "quick",
            1,
            new ForkPlan(3, Duration.ofMillis(50), GROWTH, 5, Duration.ofMillis(50), List.of(1, 2), List.of(1)),
            3,
            2,
            200_000,
            Duration.ofSeconds(1),
            LatencyPlan.QUICK,
            new NodesPlan(2, 2, 200_000, Duration.ofMillis(60), Duration.ofMillis(150), false),
            250,
            1);

    /** Enough runs for narrow error bars; the time for a coffee or two. */
    static final Profile FULL = new Profile(
            "full",
            4,
            new ForkPlan(
                    3,
                    Duration.ofMillis(150),
                    GROWTH,
                    3,
                    Duration.ofMillis(150),
                    List.of(1, 2, 4, 8),
                    List.of(1, 2, 4, 8)),
            4,
            4,
            1_000_000,
            Duration.ofSeconds(10),
            LatencyPlan.FULL,
            new NodesPlan(4, 2, 1_000_000, Duration.ofMillis(300), Duration.ofSeconds(1), true),
            2000,
            1);

    /** All that have a name, the shortest first. */
    public static final List<Profile> ALL = List.of(TINY, QUICK, FULL);

    /** Whether the measurements fill the time that there is. */
    public boolean isPlannedByTime() {
        return name.equals("quick");
    }

    List<Integer> threads() {
        return fork.threads();
    }

    /** The figures in words, as the report has them. */
    @Override
    public String toString() {
        return name + ": " + forks + (forks == 1 ? " fork of " : " forks of ") + fork.warmUps() + " × "
                + fork.warmUp().toMillis() + " ms warm-up and " + fork.iterations() + " × "
                + fork.iteration().toMillis() + " ms for each thread count; ids checked over " + nodes
                + " generators × " + nodeThreads + " threads, up to " + idsPerThread + " ids or " + check.toMillis()
                + " ms each, and over " + processes + "; " + latency;
    }

    /** A million rows where there is time; 20 s for all tables together in {@code quick}. */
    TablePlan tables() {
        return named(TablePlan.NONE, new TablePlan(80_000, 3).shortened(share), new TablePlan(1_000_000, 2));
    }

    LocksPlan locks() {
        return named(LocksPlan.TINY, LocksPlan.QUICK.shortened(share), LocksPlan.FULL);
    }

    EntityPlan entities() {
        return named(EntityPlan.TINY, EntityPlan.QUICK.shortened(share), EntityPlan.FULL);
    }

    private <T> T named(T tiny, T quick, T full) {
        return name.equals("full") ? full : name.equals("quick") ? quick : tiny;
    }

    /** The same with other thread counts, forks, and generators in one process and processes; empty or null for no change. */
    public Profile with(List<Integer> counts, @Nullable Integer jvms, @Nullable Integer generators) {
        return new Profile(
                name,
                jvms == null ? forks : jvms,
                counts.isEmpty() ? fork : fork.withThreads(counts),
                generators == null ? nodes : generators,
                nodeThreads,
                idsPerThread,
                check,
                latency,
                generators == null ? processes : processes.withProcesses(generators),
                watched,
                share);
    }

    /** The same with less of each measurement; {@code part}: above 0. Above 1 it is more, except for ids that are compared in memory. */
    Profile shortened(double part) {
        return new Profile(
                name,
                forks,
                fork.shortened(part),
                nodes,
                nodeThreads,
                (int) (idsPerThread * Math.min(1, part)),
                Duration.ofMillis((long) (check.toMillis() * part)),
                latency.shortened(part),
                processes.shortened(part),
                Math.max(TINY.watched, (int) (watched * part)),
                part);
    }
}
