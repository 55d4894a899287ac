package io.distid.testkit.fleet;

import io.distid.testkit.TestJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All processes that a fleet has ever had, and their records, which {@link #close()} removes. */
final class FleetNodes implements AutoCloseable {
    private final Path directory;
    private final List<TestJvm> processes = new ArrayList<>();
    private final List<FleetRecord> records = new ArrayList<>();
    private final Set<Integer> lost = new HashSet<>();

    FleetNodes() {
        try {
            directory = Files.createTempDirectory("distid-fleet");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a node.
     *
     * @param config the settings of the strategy
     * @param batch how many ids it issues at once
     * @param pace the pause after each batch
     * @param patience how long to try to get a worker id
     * @return the node's number, from 0
     */
    int start(Map<String, String> config, int batch, Duration pace, Duration patience) {
        FleetRecord record = new FleetRecord(directory.resolve("node-" + records.size()));
        processes.add(new TestJvm(
                FleetChild.class,
                config,
                "snowflake",
                record.file().toString(),
                Integer.toString(batch),
                Long.toString(pace.toMillis()),
                Long.toString(patience.toMillis())));
        records.add(record);
        return records.size() - 1;
    }

    TestJvm process(int node) {
        return processes.get(node);
    }

    /** Kills a node's process, if it has not ended, and removes everything of it except its record. */
    void end(int node) {
        processes.get(node).kill();
        processes.get(node).close();
    }

    /** Whether a node has printed that its worker id is lost; skips all its other lines. */
    boolean isLost(int node) {
        if (!processes.get(node).drain("lost").isEmpty()) {
            lost.add(node);
        }
        return lost.contains(node);
    }

    FleetRecord record(int node) {
        return records.get(node);
    }

    List<FleetRecord> records() {
        return records;
    }

    int count() {
        return records.size();
    }

    @Override
    public void close() {
        processes.forEach(TestJvm::close);
        try {
            for (FleetRecord record : records) {
                Files.deleteIfExists(record.file());
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
