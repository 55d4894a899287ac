package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What a fleet of Snowflake nodes must hold to while its processes and its store are hurt: the proof of a leased source of worker
 * ids. The module that subclasses it needs {@code id-snowflake} on its test class path.
 *
 * <p>Where tests run in parallel, its own do, too: each object has a server of its own.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class LeasedFleetContract {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration RESERVATION = Duration.ofSeconds(1);
    private static final int WORKER_BITS = 2;
    private static final int SEQUENCE_BITS = 12;
    private static final int NEWCOMERS = 4;

    @TempDir
    private Path directory;

    /** For subclasses. */
    protected LeasedFleetContract() {}

    /**
     * The source of worker ids.
     *
     * @return the name its provider is found by
     */
    protected abstract String worker();

    /**
     * The source's own keys, without the prefix {@code worker.}; they must let a new namespace be made.
     *
     * @return the settings
     */
    protected abstract Map<String, String> workerConfig();

    /**
     * Kills the server.
     *
     * @throws Exception if it cannot be killed; {@link org.opentest4j.TestAbortedException} if this one must not be
     */
    protected abstract void killServer() throws Exception;

    /**
     * Starts the server again, with what it held.
     *
     * @throws Exception if it cannot be started
     */
    protected abstract void startServer() throws Exception;

    /**
     * How many ids the fleet issues at least.
     *
     * @return by default 20 million
     */
    protected long ids() {
        return 20_000_000;
    }

    /**
     * How long the store is away in the test of that.
     *
     * @return by default 4 seconds, four times the reservation
     */
    protected Duration outage() {
        return Duration.ofSeconds(4);
    }

    @Test
    @ResourceLock(ChildJvm.CROWD)
    final void fleetWhoseNodesAndStoreAreHurtRepeatsNoId() throws Exception {
        Map<String, String> config = config();
        List<ChildJvm> nodes = new ArrayList<>();
        List<FleetRecord> records = new ArrayList<>();
        try {
            for (int node = 0; node < 4; node++) {
                start(config, nodes, records);
            }
            nodes.forEach(node -> node.await("open", PATIENCE));
            records.forEach(this::awaitMore);

            ChildJvm sleeper = nodes.get(0);
            sleeper.pause();
            long paused = System.nanoTime();
            Awaitility.await("three reservations to pass")
                    .atMost(PATIENCE)
                    .until(() -> System.nanoTime() - paused
                            > RESERVATION.multipliedBy(3).toNanos());
            nodes.get(1).kill();
            // There are four ids, so a new node gets the sleeper's, or the dead one's once that is free.
            start(config, nodes, records);
            start(config, nodes, records);
            nodes.get(4).await("open", PATIENCE);
            killServer();
            startServer();
            nodes.get(5).await("open", PATIENCE);
            // If the store was away for longer than a lease lasts, the node that was waiting for one may have got any
            // of the four. Each goes on or knows that it lost its own.
            for (int node = 2; node < 6; node++) {
                awaitMoreOrLoss(nodes.get(node), records.get(node));
            }

            replaceSleeper(config, nodes, records);
            sleeper.resume();
            sleeper.await("lost", PATIENCE);
            long issuedBySleeper = records.get(0).size();
            Awaitility.await("enough ids").atMost(PATIENCE).until(() -> count(ranges(records)) >= ids());
            for (ChildJvm node : nodes) {
                if (node != nodes.get(1)) {
                    node.tell("stop");
                    node.await("closed", PATIENCE);
                }
            }
            assertThat(records.get(0).size())
                    .as("what the node that slept has issued since it was told")
                    .isEqualTo(issuedBySleeper);
            List<List<ClaimRange>> streams = ranges(records);
            ClaimRange.refuseOverlaps(streams);
            assertThat(count(streams)).as("ids").isGreaterThanOrEqualTo(ids());
        } finally {
            nodes.forEach(ChildJvm::close);
        }
    }

    @Test
    final void idsGoOnToTheBoundWithoutTheStoreAndResumeByThemselves() throws Exception {
        try (LongIdGenerator generator = IdGenerators.openLong("snowflake", config())) {
            long last = generator.nextId();
            killServer();
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
                assertThat(issued).as("ids issued without the store").isPositive();
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
        Map<String, String> config = new HashMap<>(Map.of(
                "datacenter-bits",
                "8",
                "datacenter",
                "0",
                "worker-bits",
                Integer.toString(WORKER_BITS),
                "sequence-bits",
                Integer.toString(SEQUENCE_BITS),
                "worker",
                worker(),
                "namespace",
                "fleet-" + UUID.randomUUID(),
                "reservation",
                RESERVATION.toMillis() + "ms"));
        workerConfig().forEach((key, value) -> config.put("worker." + key, value));
        return config;
    }

    private void start(Map<String, String> config, List<ChildJvm> nodes, List<FleetRecord> records) {
        FleetRecord record = new FleetRecord(directory.resolve("node-" + nodes.size()));
        nodes.add(new ChildJvm(
                FleetChild.class, config, "snowflake", record.file().toString()));
        records.add(record);
    }

    /**
     * Starts nodes until one issues ids with the worker id of the first. Until then the first may go on with it when it wakes, however
     * long it slept: nobody else can have used it.
     */
    private void replaceSleeper(Map<String, String> config, List<ChildJvm> nodes, List<FleetRecord> records) {
        for (int more = 0; !isReplaced(records.get(0), records); more++) {
            assertThat(more)
                    .as("nodes that were granted another id than the sleeper's, which is free")
                    .isLessThan(NEWCOMERS);
            start(config, nodes, records);
            int newest = nodes.size() - 1;
            nodes.get(newest).await("open", PATIENCE);
            awaitMoreOrLoss(nodes.get(newest), records.get(newest));
        }
    }

    /** Whether another went on with a node's worker id: its ids lie above all that the node had reserved. */
    private static boolean isReplaced(FleetRecord node, List<FleetRecord> records) {
        long last = node.lastId();
        for (FleetRecord record : records) {
            long other = record.lastId();
            if (other > last && worker(other) == worker(last)) {
                return true;
            }
        }
        return false;
    }

    private static long worker(long id) {
        return id >>> SEQUENCE_BITS & (1 << WORKER_BITS) - 1;
    }

    private void awaitMore(FleetRecord record) {
        long before = record.size();
        Awaitility.await("ids of " + record.file().getFileName())
                .atMost(PATIENCE)
                .until(() -> record.size() > before);
    }

    private void awaitMoreOrLoss(ChildJvm node, FleetRecord record) {
        long before = record.size();
        Awaitility.await("ids or loss of " + record.file().getFileName())
                .atMost(PATIENCE)
                .until(() -> record.size() > before || !node.drain("lost").isEmpty());
    }

    private static List<List<ClaimRange>> ranges(List<FleetRecord> records) {
        return records.stream().map(FleetRecord::ranges).toList();
    }

    private static long count(List<List<ClaimRange>> streams) {
        return streams.stream()
                .flatMap(List::stream)
                .mapToLong(range -> range.end() - range.start())
                .sum();
    }
}
