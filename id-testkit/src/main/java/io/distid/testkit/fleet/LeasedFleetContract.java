package io.distid.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.testkit.Eventually;
import io.distid.testkit.TestJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The proof of a leased source of worker ids: the contract of a fleet of Snowflake nodes under faults of its processes and its store. The module
 * that subclasses it needs {@code id-snowflake} on its test class path.
 *
 * <p>No id comes twice. Each id's tick lies above the stamp at which its node began, and at or below the bound that its node had read. This
 * holds for a paused node, too.
 *
 * <p>Its tests may run in parallel, since each object has its own server. Not safe for use by several threads: a test runs on one.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class LeasedFleetContract {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int NEWCOMERS = 8;
    private static final int BATCH = 2_000;
    /**
     * The pause that lets six processes, their store and other tests share two cores, while each still issues some 300,000
     * ids a second.
     */
    private static final Duration PACE = Duration.ofMillis(5);

    /** For subclasses. */
    protected LeasedFleetContract() {}

    /**
     * The source of worker ids.
     *
     * @return the name of its provider
     */
    protected abstract String worker();

    /**
     * The source's own keys, without the prefix {@code worker.}; they must allow the creation of a namespace. They should
     * ask for {@code max-ahead=1s}, if the source has that key, since the first ids of a namespace are that and a
     * reservation ahead.
     *
     * @return the settings
     */
    protected abstract Map<String, String> workerConfig();

    /**
     * Kills the server.
     *
     * @throws Exception if it cannot be killed; {@link org.opentest4j.TestAbortedException} if it must not be killed
     */
    protected abstract void killServer() throws Exception;

    /**
     * Starts the server again, with its data.
     *
     * @throws Exception if it cannot be started
     */
    protected abstract void startServer() throws Exception;

    /**
     * More settings of the nodes, with full names, which win over all others.
     *
     * @return by default none
     */
    protected Map<String, String> strategyConfig() {
        return Map.of();
    }

    /**
     * How many ids the fleet issues at least.
     *
     * @return by default 20 million
     */
    protected long ids() {
        return 20_000_000;
    }

    /**
     * How long the store is away in the test of an outage.
     *
     * @return by default 4 seconds, four times the reservation
     */
    protected Duration outage() {
        return Duration.ofSeconds(4);
    }

    @Test
    @Tag("slow")
    @ResourceLock(TestJvm.CROWD)
    final void pausedNodeStopsAndFleetWithKilledNodeAndStoreRepeatsNoIdAndStaysWithinItsBounds() throws Exception {
        Map<String, String> config = config();
        try (FleetNodes fleet = new FleetNodes()) {
            for (int node = 0; node < FleetLayout.WORKERS; node++) {
                start(fleet, config);
            }
            for (int node = 0; node < FleetLayout.WORKERS; node++) {
                fleet.process(node).await("open", PATIENCE);
                // On a very busy machine, a node may have lost its worker id to the next node.
                awaitMoreOrLoss(fleet, node);
            }

            TestJvm sleeper = fleet.process(0);
            sleeper.pause();
            long paused = System.nanoTime();
            Awaitility.await("three reservations to pass")
                    .atMost(PATIENCE)
                    .until(() -> System.nanoTime() - paused
                            > FleetLayout.RESERVATION.multipliedBy(3).toNanos());
            fleet.process(1).kill();
            // There are four ids, so a new node gets the id of the sleeper or of the killed node, once it is free.
            start(fleet, config);
            start(fleet, config);
            fleet.process(4).await("open", PATIENCE);
            killServer();
            startServer();
            fleet.process(5).await("open", PATIENCE);
            // If the store was away for longer than a lease, the waiting node may have got any of the four ids. Each
            // node goes on or knows that it lost its id.
            for (int node = 2; node < 6; node++) {
                awaitMoreOrLoss(fleet, node);
            }

            replaceSleeper(fleet, config);
            sleeper.resume();
            Awaitility.await("what the sleeper is told")
                    .pollInterval(Duration.ofMillis(200))
                    .atMost(PATIENCE)
                    .until(() -> {
                        // Checked before the command, since ids issued in the meantime must lie within the bound, too.
                        FleetAudit.of(fleet.records());
                        return fleet.isLost(0);
                    });
            long issuedBySleeper = fleet.record(0).size();
            Awaitility.await("enough ids")
                    .pollInterval(Duration.ofMillis(200))
                    .atMost(PATIENCE)
                    .until(() -> FleetAudit.of(fleet.records()) >= ids());
            for (int node = 0; node < fleet.count(); node++) {
                if (node != 1) {
                    fleet.process(node).tell("stop");
                    fleet.process(node).await("closed", PATIENCE);
                }
            }
            assertThat(fleet.record(0).size())
                    .as("what the node that slept has issued since it was told")
                    .isEqualTo(issuedBySleeper);
            assertThat(FleetAudit.of(fleet.records())).as("ids").isGreaterThanOrEqualTo(ids());
        }
    }

    @Test
    final void idsGoOnToTheBoundWithoutTheStoreAndResumeByThemselves() throws Exception {
        try (LongIdGenerator generator = IdGenerators.openLong("snowflake", config())) {
            // If the machine stood still for longer than the reservation, ids come once the lease is renewed.
            long last = Eventually.untilAnswered(generator::nextId);
            killServer();
            Instant bound = generator.stats().lease().orElseThrow().reservedUntil();
            long killed = System.nanoTime();
            boolean started = false;
            try {
                long issued = 0;
                IdException end = null;
                while (end == null) {
                    try {
                        long id = generator.nextId();
                        assertThat(id).isGreaterThan(last);
                        last = id;
                        issued++;
                    } catch (IdException e) {
                        end = e;
                    }
                    assertThat(Duration.ofNanos(System.nanoTime() - killed))
                            .as("time in which ids go on without the store")
                            .isLessThan(PATIENCE);
                }
                // If the machine stood still until the bound, no ids were left to issue.
                assertThat(issued > 0 || Instant.now().isAfter(bound))
                        .as("whether ids were issued without the store, up to the bound of %s", bound)
                        .isTrue();
                assertThat(end).isInstanceOf(LeaseLostException.class).hasMessageContaining("reserved only until");
                Awaitility.await("the end of the outage")
                        .atMost(outage().plus(PATIENCE))
                        .until(() -> System.nanoTime() - killed > outage().toNanos());
                startServer();
                started = true;
                long before = last;
                long after = Awaitility.await("ids once the store is back")
                        .atMost(PATIENCE)
                        .ignoreExceptionsInstanceOf(IdException.class)
                        .until(generator::nextId, id -> true);
                assertThat(after).isGreaterThan(before);
            } finally {
                if (!started) {
                    startServer();
                }
            }
        }
    }

    private Map<String, String> config() {
        Map<String, String> config = FleetLayout.config(worker());
        workerConfig().forEach((key, value) -> config.put("worker." + key, value));
        config.putAll(strategyConfig());
        return config;
    }

    private static void start(FleetNodes fleet, Map<String, String> config) {
        fleet.start(config, BATCH, PACE, PATIENCE);
    }

    /**
     * Starts nodes until one issues ids with the first node's worker id. Until then the first node may go on when it wakes, however
     * long it slept, since no other node has used its id.
     */
    private static void replaceSleeper(FleetNodes fleet, Map<String, String> config) {
        for (int more = 0; !isReplaced(fleet.record(0), fleet.records()); more++) {
            assertThat(more)
                    .as("nodes that were granted another id than the sleeper's, which is free")
                    .isLessThan(NEWCOMERS);
            start(fleet, config);
            int newest = fleet.count() - 1;
            fleet.process(newest).await("open", PATIENCE);
            awaitMoreOrLoss(fleet, newest);
        }
    }

    /** Whether another node goes on with a node's worker id, with ids above all that the node had reserved. */
    private static boolean isReplaced(FleetRecord node, List<FleetRecord> records) {
        long last = node.lastId();
        for (FleetRecord record : records) {
            long other = record.lastId();
            if (other > last && FleetLayout.worker(other) == FleetLayout.worker(last)) {
                return true;
            }
        }
        return false;
    }

    private static void awaitMoreOrLoss(FleetNodes fleet, int node) {
        long before = fleet.record(node).size();
        Awaitility.await("ids or loss of node " + node)
                .atMost(PATIENCE)
                .until(() -> fleet.record(node).size() > before || fleet.isLost(node));
    }
}
