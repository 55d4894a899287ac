package io.distid.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.TestJvm;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The contract of a fleet of Snowflake nodes under faults: answers of its store are lost at random, and connections are cut. Its processes
 * are killed, paused and started again. The module that subclasses it needs {@code id-snowflake} on its test class path.
 *
 * <p>No id comes twice, and each lies within the bound of its holder. No node mistakes its store for a restored backup. Once the faults
 * end, as many nodes as there are worker ids go on.
 *
 * <p>It takes 3 seconds, or {@code -Ddistid.fleet.seconds=3600}. A seed decides the faults, their nodes and their times. The seed is
 * printed, and {@code -Ddistid.fleet.seed=} sets it. The effects also depend on the machine. Not safe for use by several threads: a test
 * runs on one.
 */
public abstract class LossyFleetContract {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int LEAST_PAUSE_MILLIS = 50;
    private static final int MOST_PAUSE_MILLIS = 500;

    /** For subclasses. */
    protected LossyFleetContract() {}

    /**
     * The source of worker ids.
     *
     * @return the name of its provider
     */
    protected abstract String worker();

    /**
     * The address where the source's server listens.
     *
     * @return an address of this machine, or null if the source has no server
     */
    @Nullable
    protected abstract InetSocketAddress server();

    /**
     * The source's own keys, without the prefix {@code worker.}; they must allow the creation of a namespace. They should
     * ask for {@code max-ahead=1s}, if the source has that key.
     *
     * @param address the address where nodes reach the server
     * @return the settings
     */
    protected abstract Map<String, String> workerConfigThrough(InetSocketAddress address);

    /**
     * Settings of one node, which win over all others. Examples are {@code worker.file}, if each node needs its own file, or
     * {@code datacenter-bits=0} and {@code worker-bits=10}, if worker ids are not used again. A process that replaces another
     * process of that number gets the same settings.
     *
     * @param node from 0
     * @return by default none
     */
    protected Map<String, String> nodeConfig(int node) {
        return Map.of();
    }

    /**
     * Returns {@link #nodeConfig settings of one node} that keeps its worker id in its own file (key {@code file}), and takes the
     * id from all ten bits.
     *
     * @param directory the directory of the files
     * @param node from 0
     * @return the settings
     */
    protected static Map<String, String> nodeWithFile(Path directory, int node) {
        return Map.of(
                "worker.file",
                directory.resolve("node-" + node + ".worker").toString(),
                "datacenter-bits",
                "0",
                "worker-bits",
                "10");
    }

    /**
     * How many nodes there are at a time. There are four worker ids, and a node without a free id keeps trying.
     *
     * @return by default 5
     */
    protected int nodes() {
        return FleetLayout.WORKERS + 1;
    }

    /**
     * How long faults are injected into nodes and links.
     *
     * @return by default {@code distid.fleet.seconds}, or 3 seconds
     */
    protected Duration duration() {
        return Duration.ofSeconds(Long.getLong("distid.fleet.seconds", 3));
    }

    @Test
    @ResourceLock(TestJvm.CROWD)
    final void fleetWhoseAnswersAreLostRepeatsNoIdAndStaysWithinItsBounds() {
        long seed =
                Long.getLong("distid.fleet.seed", ThreadLocalRandom.current().nextLong());
        System.out.println(getClass().getSimpleName() + ": " + nodes() + " nodes on worker=" + worker() + " for "
                + duration().toSeconds() + " s, -Ddistid.fleet.seed=" + seed);
        List<LossyLink> links = new ArrayList<>();
        try (FleetNodes fleet = new FleetNodes()) {
            List<LossyNode> nodes = start(fleet, links);
            awaitIds(nodes, "ids before the first fault");
            injectEachFaultOnce(nodes, seed);
            injectFaults(nodes, duration(), new Random(seed));
            nodes.forEach(LossyNode::heal);
            awaitIds(nodes, "ids after the last fault");
            nodes.forEach(LossyNode::stop);
            await("the end of all nodes", () -> nodes.stream().allMatch(LossyNode::hasStopped));
            long ids = FleetAudit.of(fleet.records());
            System.out.println(getClass().getSimpleName() + ": " + ids + " ids of " + fleet.count()
                    + " processes, with "
                    + links.stream().mapToLong(LossyLink::answersDropped).sum() + " of "
                    + links.stream().mapToLong(LossyLink::answers).sum() + " answers lost");
            assertThat(ids).as("ids").isPositive();
        } finally {
            links.forEach(LossyLink::close);
        }
    }

    private List<LossyNode> start(FleetNodes fleet, List<LossyLink> links) {
        Map<String, String> shared = FleetLayout.config(worker());
        InetSocketAddress server = server();
        List<LossyNode> nodes = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            LossyLink link = server == null ? null : new LossyLink(server);
            if (link != null) {
                links.add(link);
            }
            Map<String, String> config = new HashMap<>(shared);
            workerConfigThrough(link == null ? InetSocketAddress.createUnresolved("none", 1) : link.address())
                    .forEach((key, value) -> config.put("worker." + key, value));
            config.putAll(nodeConfig(node));
            nodes.add(new LossyNode(node, fleet, config, link));
        }
        return nodes;
    }

    /**
     * Injects each fault once, also in a short run: a pause beyond the reservation, a kill, a stop, and lost answers at each node.
     */
    private static void injectEachFaultOnce(List<LossyNode> nodes, long seed) {
        nodes.forEach(node -> node.drop(0.3, seed));
        nodes.get(0).pause(FleetLayout.RESERVATION.multipliedBy(4));
        nodes.get(1).kill();
        nodes.get(2).stop();
        nodes.get(3).cut();
    }

    private static void injectFaults(List<LossyNode> nodes, Duration duration, Random random) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < duration.toNanos()) {
            long next = System.nanoTime()
                    + Duration.ofMillis(LEAST_PAUSE_MILLIS + random.nextInt(MOST_PAUSE_MILLIS))
                            .toNanos();
            await("the next", () -> {
                nodes.forEach(LossyNode::attend);
                return System.nanoTime() - next > 0;
            });
            nodes.get(random.nextInt(nodes.size())).injectFault(random);
        }
    }

    /** Waits until as many nodes issue ids as there are worker ids. */
    private static void awaitIds(List<LossyNode> nodes, String what) {
        long[] before = nodes.stream().mapToLong(LossyNode::size).toArray();
        await(what, () -> {
            nodes.forEach(LossyNode::attend);
            long issuing = 0;
            for (int i = 0; i < before.length; i++) {
                long size = nodes.get(i).size();
                // A process that replaces another begins with an empty record.
                before[i] = Math.min(before[i], size);
                issuing += size > before[i] ? 1 : 0;
            }
            return issuing >= Math.min(nodes.size(), FleetLayout.WORKERS);
        });
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .until(condition);
    }
}
