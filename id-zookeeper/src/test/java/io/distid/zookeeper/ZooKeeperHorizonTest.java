package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

/** Above which stamp the first holder of a record begins. */
class ZooKeeperHorizonTest {
    private static final long PARENT_MADE = 1_000_000;
    private static final long RECORD_MADE = 9_000_000;

    private final ZooKeeperHorizon horizon =
            new ZooKeeperHorizon(ZooKeeperFixture.request(7, Duration.ofSeconds(3)), Duration.ofSeconds(5));

    @Test
    void isByTheParentsTimeWhereThatLostNoChild() {
        assertThat(horizon.stampedByLost(parent(4, 4, 80), record(80))).isEqualTo(horizon.latest(PARENT_MADE));
        assertThat(horizon.stampedByLost(parent(4, 4, 90), record(80))).isEqualTo(horizon.latest(PARENT_MADE));
    }

    @Test
    void isByTheRecordsTimeWhereTheParentLostOne() {
        assertThat(horizon.stampedByLost(parent(6, 4, 80), record(80))).isEqualTo(horizon.latest(RECORD_MADE));
    }

    /** A session that moved to a server which lags may read the parent as it was before a child was lost. */
    @Test
    void isByTheRecordsTimeWhereTheParentIsOlderThanTheRecord() {
        assertThat(horizon.stampedByLost(parent(4, 4, 79), record(80))).isEqualTo(horizon.latest(RECORD_MADE));
    }

    private static Stat parent(int changes, int children, long lastChange) {
        Stat stat = new Stat();
        stat.setCtime(PARENT_MADE);
        stat.setCversion(changes);
        stat.setNumChildren(children);
        stat.setPzxid(lastChange);
        return stat;
    }

    private static Stat record(long madeBy) {
        Stat stat = new Stat();
        stat.setCtime(RECORD_MADE);
        stat.setCzxid(madeBy);
        return stat;
    }
}
