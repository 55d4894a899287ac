package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Processes of Leaf and of distid in one fleet, on a real ZooKeeper. */
class LeafSnowflakeBesideLeafTest extends WithLeafSnowflakeFleet {
    private static final String FIRST = "10.0.0.1:8080";
    private static final String SECOND = "10.0.0.2:8080";
    private static final int ROUNDS = 3_000;
    /** Less than a reservation, and more than it takes to look again. */
    private static final int FAR_ABOVE = 600;

    private final Set<Long> issued = new HashSet<>();

    private LongIdGenerator open() {
        Map<String, String> config = new HashMap<>(
                Map.of("preset", "leaf", "namespace", "orders", "worker", "zookeeper-leaf", "reservation", "1s"));
        ZooKeeperFixture.patient(
                        "connect",
                        fleet.connect,
                        "leaf-name",
                        fleet.name,
                        "address",
                        "10.0.0.1",
                        "port",
                        "8080",
                        "max-ahead",
                        "1s")
                .forEach((key, value) -> config.put("worker." + key, value));
        return IdGenerators.openLong("snowflake", config);
    }

    private void draw(LongSupplier... generators) {
        for (int i = 0; i < ROUNDS; i++) {
            for (LongSupplier generator : generators) {
                long id = generator.getAsLong();
                assertThat(issued.add(id)).as("%d is new", id).isTrue();
            }
        }
    }

    @Test
    void numberGoesFromLeafToUsAndBackBesideAnother() throws Exception {
        try (LeafProcess other = LeafProcess.start(fleet, SECOND)) {
            int number;
            try (LeafProcess leaf = LeafProcess.start(fleet, FIRST)) {
                number = leaf.workerId();
                draw(leaf::nextId, other::nextId);
            }
            try (LongIdGenerator ours = open()) {
                assertThat(ours.nextId() >> 12 & 1023).isEqualTo(number);
                draw(() -> Eventually.untilAnswered(ours::nextId), other::nextId);
            }
            try (LeafProcess back = LeafProcess.start(fleet, FIRST)) {
                assertThat(back.workerId()).isEqualTo(number);
                draw(back::nextId, other::nextId);
            }
            assertThat(fleet.nodes()).hasSize(2);
        }
    }

    @Test
    void leafDoesNotStartBeforeTheBoundOfAProcessThatCrashed() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            RenewedLease lease = Leases.byHand(source, request(1023));
            Leases.renewAbove(lease, lease.stampedUntil() + FAR_ABOVE);
            assertThatThrownBy(() -> LeafProcess.start(fleet, FIRST))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("init timestamp check error");
            LeafProcess leaf = Eventually.await("the end of the reservation")
                    .ignoreExceptionsInstanceOf(IllegalStateException.class)
                    .until(() -> LeafProcess.start(fleet, FIRST), started -> true);
            assertThat(System.currentTimeMillis()).isGreaterThan(lease.reservedUntil());
            leaf.close();
        }
    }

    @Test
    void leafThatJoinsLaterGetsTheNextNumber() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            source.acquire(request(1023)).close();
            try (LeafProcess leaf = LeafProcess.start(fleet, SECOND)) {
                assertThat(leaf.workerId()).isEqualTo(1);
            }
        }
    }
}
