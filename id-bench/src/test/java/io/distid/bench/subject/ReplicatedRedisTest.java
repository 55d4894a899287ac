package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.LongIdGenerator;
import io.distid.testservers.process.ServerUnavailableException;
import org.junit.jupiter.api.Test;

class ReplicatedRedisTest {
    @Test
    void theRowThatWaitsForAReplicaHasOneAndStandsBesideThePlainRow() {
        try (Servers servers = new Servers()) {
            try {
                servers.start(ServerKind.REDIS);
                servers.start(ServerKind.REDIS_WITH_REPLICA);
            } catch (ServerUnavailableException e) {
                assumeThat(false).as(e.getMessage()).isTrue();
            }
            assertThat(servers.describeAll())
                    .as("of which the table has a group each")
                    .doesNotHaveDuplicates();
            try (LongIdGenerator ids =
                    (LongIdGenerator) Catalogue.subject("redis-incr replicas=1").open(0, servers)) {
                // A claim that no replica has is refused.
                assertThat(ids.nextId()).isEqualTo(1);
            }
        }
        assertThat(Catalogue.strategies())
                .extracting(Subject::name)
                .containsSubsequence("redis-incr", "redis-incr replicas=1");
    }
}
