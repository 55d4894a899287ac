package io.distid.zookeeper;

import io.distid.time.Parking;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A process of Leaf: its rules for numbers, uploads and ids, on a real ZooKeeper.
 *
 * @see <a href="https://github.com/Meituan-Dianping/Leaf">SnowflakeZookeeperHolder and SnowflakeIDGenImpl</a>
 */
final class LeafProcess implements AutoCloseable {
    private static final long EPOCH = 1_288_834_974_657L;
    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 10;

    private final LeafSnowflakeFixture fleet;
    private final String address;
    private final String path;
    private final ScheduledExecutorService uploads = Executors.newSingleThreadScheduledExecutor();
    private long last = -1;
    private long sequence;

    private LeafProcess(LeafSnowflakeFixture fleet, String address, String path) {
        this.fleet = fleet;
        this.address = address;
        this.path = path;
        uploads.scheduleWithFixedDelay(this::upload, 1, 3, TimeUnit.SECONDS);
    }

    /**
     * Starts at an address, on the number that this has or on a new one.
     *
     * @throws IllegalStateException if its clock has not reached what was uploaded there
     */
    static LeafProcess start(LeafSnowflakeFixture fleet, String address) throws Exception {
        List<String> nodes = fleet.client.checkExists().forPath(fleet.forever()) == null ? List.of() : fleet.nodes();
        for (String node : nodes) {
            if (node.substring(0, node.lastIndexOf('-')).equals(address)) {
                String path = fleet.forever() + "/" + node;
                if (fleet.timestamp(path) > System.currentTimeMillis()) {
                    throw new IllegalStateException("init timestamp check error");
                }
                return new LeafProcess(fleet, address, path);
            }
        }
        return new LeafProcess(fleet, address, fleet.leafJoins(address, System.currentTimeMillis()));
    }

    int workerId() {
        return Integer.parseInt(path.substring(path.lastIndexOf('-') + 1));
    }

    long nextId() {
        long now = System.currentTimeMillis();
        if (now <= last) {
            sequence = sequence + 1 & (1 << SEQUENCE_BITS) - 1;
            while (now < last || now == last && sequence == 0) {
                Parking.SYSTEM.park(100_000);
                now = System.currentTimeMillis();
            }
        }
        sequence = now == last ? sequence : 0;
        last = now;
        return now - EPOCH << WORKER_BITS + SEQUENCE_BITS | (long) workerId() << SEQUENCE_BITS | sequence;
    }

    private void upload() {
        try {
            fleet.leafUploads(path, address, System.currentTimeMillis());
        } catch (Exception e) {
            // Leaf goes on.
        }
    }

    @Override
    public void close() {
        uploads.shutdown();
        try {
            uploads.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
