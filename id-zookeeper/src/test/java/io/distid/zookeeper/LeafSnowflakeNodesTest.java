package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.testkit.Leases;
import io.distid.worker.WorkerIds;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records beside Leaf's nodes, which others change while they are read or written. */
class LeafSnowflakeNodesTest extends WithLeafSnowflakeFleet {
    private static final String NAMESPACE = "orders";

    private TreeFaults faults;

    @BeforeEach
    void release() {
        try (WorkerIds source = fleet.open(8080)) {
            use(Leases.byHand(source, request(0)));
        }
    }

    private RecordStore open() {
        faults = new TreeFaults(fleet.tree());
        String path = "/snowflake/" + fleet.name;
        LeafSnowflakeNodes nodes = new LeafSnowflakeNodes(faults.tree(), path);
        nodes.add(new LeafSnowflakeNode("10.0.0.1:8080", 0));
        return LeafSnowflakeFleet.records(faults.tree(), path, nodes);
    }

    private void hold() {
        try {
            fleet.holdForAnHour(8080, 0);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void upload() {
        try {
            fleet.leafUploads(fleet.path(8080, 0), "10.0.0.1:8080", System.currentTimeMillis());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Else a holder would take a late write of its own for that of a Leaf. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void lookDuringAWriteShowsBothNodesAtOneMoment(int read) {
        try (RecordStore store = open()) {
            AtomicInteger reads = new AtomicInteger();
            faults.beforeRead(() -> {
                if (reads.incrementAndGet() == read) {
                    hold();
                }
            });
            LeaseRecord found = store.read(NAMESPACE, 0, 1).records().get(0);
            assertThat(reads).hasValueGreaterThanOrEqualTo(5);
            assertThat(LeafSnowflakeNodes.isLeafs(found)).isFalse();
            assertThat(found.holder()).isEqualTo(read <= 5 ? "another holder" : "test-holder");
        }
    }

    @Test
    void writeIsRefusedWhereALeafUploadsBetweenReadAndWrite() throws Exception {
        try (RecordStore store = open()) {
            View view = store.read(NAMESPACE, 0, 1);
            String before = fleet.text(fleet.record(0));
            faults.beforeWrite(this::upload);
            LeaseRecord next = new LeaseRecord(LeaseToken.draw(), 5, 5, 5, "us", null);
            Outcome outcome = store.write(
                            NAMESPACE, List.of(new Write(0, view.records().get(0), next, view.header())))
                    .get(0);
            assertThat(outcome).isInstanceOf(Differs.class);
            assertThat(((Differs) outcome).found().holder()).startsWith("a Leaf");
            assertThat(fleet.text(fleet.record(0))).isEqualTo(before);
            assertThat(fleet.timestamp(fleet.path(8080, 0))).isGreaterThan(6);
        }
    }
}
