package io.distid.bench.workshop;

import io.distid.ConfigException;
import io.distid.bench.faults.Fault;
import io.distid.bench.faults.FaultChoice;
import io.distid.bench.faults.FaultSubject;
import io.distid.bench.faults.Fleet;
import io.distid.bench.faults.Proof;
import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.jvm.ChildLostException;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subjects.FaultRun;
import io.distid.bench.workshop.SoakStep.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Random faults in random combinations, round after round, on a fleet with a fixed rate. After each round all nodes
 * must issue ids again. The resources of each process are sampled: they must not grow.
 */
final class Soak {
    private static final int NODES = 3;
    /** The rate of each node. The ids of hours can then still be compared in minutes. */
    private static final int IDS_PER_SECOND = 1_000;

    private static final int IDS_AFTER = 200;
    private static final long SHORTEST = 200;
    private static final long LONGEST = 3_000;

    private static final Duration AGAIN = Duration.ofMillis(300);

    private static final Duration SHORTEST_SOAK = Duration.ofSeconds(5);
    private static final Duration LONGEST_SOAK = Duration.ofDays(7);

    private final Duration time;

    Soak(Duration time) {
        this.time = time;
    }

    /** The choice of a soak; {@code subjects}: rows of the catalogue, as patterns; empty for some of distid's own. */
    static FaultChoice choice(String profile, Duration time, List<String> subjects, long seed) {
        if (time.compareTo(SHORTEST_SOAK) < 0 || time.compareTo(LONGEST_SOAK) > 0) {
            throw new ConfigException("a soak of " + time.toSeconds() + " s: must be from 5s to 7d");
        }
        List<String> names = subjects.isEmpty() ? Catalogue.underFaults(FaultRun.SOAK) : subjects;
        return FaultChoice.of(profile, of(time), Catalogue.underFaults(names), seed);
    }

    /** The fault. It is not tried again: a soak is long, and it reports a round that failed. */
    static Fault of(Duration time) {
        String sentence = "For " + time.toSeconds() + " s three nodes draw " + IDS_PER_SECOND
                + " ids a second each, while the server is killed or"
                + " stands still, its network is cut, held, slow or loses answers, and nodes are killed, closed or stand still, at"
                + " random and together; and what each process holds is sampled.";
        return new Fault("soak-random", sentence, (fleet, plan) -> {
                    fleet.drawAtRate(IDS_PER_SECOND);
                    return new Soak(time).new Rounds(fleet, plan).go();
                })
                .on(subject -> hasStore(subject) ? ServerSetup.OWN : ServerSetup.SHARED)
                .lasting(timing -> time)
                .with(Fault.Trait.ONCE);
    }

    private static boolean hasStore(FaultSubject subject) {
        ServerKind server = subject.subject().server();
        return server != null && server != ServerKind.REDIS_WITH_REPLICA;
    }

    /** The rounds of one soak. */
    private final class Rounds {
        private final Fleet fleet;
        private final List<FaultNode> nodes;
        private final SplittableRandom random;
        private final Map<SoakStep, Integer> done = new EnumMap<>(SoakStep.class);
        private final Map<FaultNode, UsageTrend> trends = new HashMap<>();
        private int replaced;

        Rounds(Fleet fleet, FaultPlan plan) throws InterruptedException {
            this.fleet = fleet;
            this.nodes = new ArrayList<>(fleet.running(NODES, plan));
            this.random = new SplittableRandom(plan.jumps().hashCode());
        }

        Proof go() throws InterruptedException {
            long began = System.nanoTime();
            String contradiction = null;
            int rounds = 0;
            boolean lost = false;
            while (contradiction == null && System.nanoTime() - began < time.toNanos()) {
                try {
                    round();
                    rounds++;
                    contradiction = settleRound();
                } catch (ChildLostException e) {
                    // A failure in the first round ends the soak: the fleet has not survived a fault yet.
                    if (rounds == 0) {
                        throw e;
                    }
                    lost = true;
                    contradiction = e.getMessage();
                }
            }
            int faults = done.values().stream().mapToInt(Integer::intValue).sum();
            return new Proof(
                    faults > 0 && !lost,
                    faults + " faults of " + done.size() + " kinds in " + rounds + " rounds; " + replaced
                            + " nodes were opened again; " + (contradiction == null ? holds() : contradiction),
                    fleet.subject().isOurs() ? contradiction : null);
        }

        private void round() throws InterruptedException {
            // Never the first node, so that its process can be watched all the time.
            int victim = 1 + random.nextInt(NODES - 1);
            FaultNode node = nodes.get(victim);
            List<SoakStep> steps = steps();
            for (SoakStep step : steps) {
                fleet.tell(step.words(node));
                step.begin.on(fleet, node, random.nextLong());
                done.merge(step, 1, Integer::sum);
                fleet.pause(Duration.ofMillis(random.nextLong(SHORTEST)));
            }
            fleet.pause(Duration.ofMillis(random.nextLong(SHORTEST, LONGEST)));
            steps.sort(Comparator.comparing(step -> step.group));
            for (SoakStep step : steps) {
                step.end.on(fleet, node, 0);
            }
            fleet.tell("all is well again");
        }

        /** Chooses steps: at least one, and at most one of each group, in any order. */
        private List<SoakStep> steps() {
            Set<Group> groups = hasStore(fleet.subject()) ? EnumSet.allOf(Group.class) : EnumSet.of(Group.NODE);
            List<SoakStep> chosen = new ArrayList<>();
            while (chosen.isEmpty()) {
                for (Group group : groups) {
                    if (groups.size() == 1 || random.nextBoolean()) {
                        chosen.add(random.nextInt(chosen.size() + 1), any(group));
                    }
                }
            }
            return chosen;
        }

        private SoakStep any(Group group) {
            List<SoakStep> all = EnumSet.allOf(SoakStep.class).stream()
                    .filter(step -> step.group == group)
                    .toList();
            return all.get(random.nextInt(all.size()));
        }

        /** Opens nodes again that were ended, or report a lost lease; then samples all. Returns what is wrong, or null. */
        private @Nullable String settleRound() throws InterruptedException {
            for (int i = 0; i < NODES; i++) {
                FaultNode node = nodes.get(i);
                FaultNode.Liveness liveness = node.isRunning() ? awaitIds(node) : FaultNode.Liveness.REFUSED;
                if (liveness == FaultNode.Liveness.SILENT) {
                    return node.title() + " does not answer although its faults are over";
                }
                if (liveness == FaultNode.Liveness.REFUSED && !replace(i)) {
                    return nodes.get(i).title() + " gives out no ids although its faults are over";
                }
            }
            for (FaultNode node : nodes) {
                UsageTrend trend = trends.computeIfAbsent(node, any -> new UsageTrend());
                trend.add(node.usage());
                String growth = trend.growth();
                if (growth != null) {
                    return node.title() + " uses more and more: " + growth;
                }
            }
            return null;
        }

        private FaultNode.Liveness awaitIds(FaultNode node) throws InterruptedException {
            return node.await(IDS_AFTER, fleet.timing().patience());
        }

        private boolean replace(int index) throws InterruptedException {
            FaultNode old = nodes.get(index);
            if (old.isRunning()) {
                fleet.tell(old.title() + " gives out no ids and is opened again");
                old.kill();
            }
            replaced++;
            FaultNode node = fleet.start(old.number(), "node " + old.number() + " again");
            nodes.set(index, node);
            long deadline = System.nanoTime() + fleet.timing().patience().toNanos();
            fleet.open(node);
            while (!node.draws() && System.nanoTime() - deadline < 0) {
                fleet.pause(AGAIN);
                fleet.open(node);
            }
            return node.draws() && awaitIds(node) == FaultNode.Liveness.WENT_ON;
        }

        private String holds() {
            List<String> usages = nodes.stream()
                    .filter(node -> trends.containsKey(node) && trends.get(node).hasEnoughSamples())
                    .map(node -> node.title() + ": " + trends.get(node))
                    .toList();
            return usages.isEmpty()
                    ? "too short to tell whether a process grows"
                    : "no process grows (" + String.join("; ", usages) + ")";
        }
    }
}
