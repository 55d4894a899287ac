package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.RedisSentinelSet;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Failovers by sentinels, to a replica that has all or lacks the last of what the master acknowledged. */
@Tag("slow")
class RedisSentinelTest {
    private RedisSentinelSet set;

    @BeforeEach
    void start() {
        set = ServerAssumptions.orSkip(RedisSentinelSet::start);
    }

    @AfterEach
    void close() {
        if (set != null) {
            set.close();
        }
    }

    private Map<String, String> config(String... more) {
        return ConfigPairs.with(
                Map.of(
                        "topology",
                        "sentinel",
                        "master",
                        set.masterName(),
                        "nodes",
                        set.sentinelNodes(),
                        "timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms"),
                more);
    }

    private LongIdGenerator open(String... more) {
        return IdGenerators.openLong("redis-incr", ConfigPairs.with(config("key", "ids"), more));
    }

    @Test
    void idsGoOnByThemselvesAfterAFailover() {
        try (LongIdGenerator ids = open("create", "true")) {
            ids.nextIds(new long[100], 0, 100);
            set.awaitCaughtUp();
            set.failOver();
            long next = Eventually.await("ids from the new master")
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(ids::nextId, id -> true);
            assertThat(next).isGreaterThan(100);
            assertThat(onMaster()).isEqualTo(next);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void failoverThatLostIncrementsIsRefusedByNodesThatSawThemAndRepeatsForOthers() {
        try (LongIdGenerator ids = open("create", "true")) {
            ids.nextIds(new long[60], 0, 60);
            set.awaitCaughtUp();
            cutFromReplicas(set.leader());
            ids.nextIds(new long[40], 0, 40);
            set.failOver();
            Eventually.await("the new master")
                    .untilAsserted(() -> assertThatThrownBy(ids::nextId)
                            .isInstanceOf(StoreRegressedException.class)
                            .hasMessageContaining("holds 60")
                            .hasMessageContaining("100"));
            assertThat(onMaster()).isEqualTo(60);
            try (LongIdGenerator startedAnew = open()) {
                assertThat(startedAnew.nextId()).isEqualTo(61);
            }
        }
    }

    /** No replica has the grant, nor the renewals; the new holder begins above all of them. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void newHolderBeginsAboveWhatTheLostMasterAcknowledged() {
        try (WorkerIds ids = workers()) {
            // The namespace is known to the replicas, or it would be new to them.
            close(acquire(ids));
            set.awaitCaughtUp();
            cutFromReplicas(set.leader());
            WorkerLease lost = acquire(ids);
            long granted = lost.reservedUntil();
            Eventually.await("a renewal").until(() -> lost.reservedUntil() > granted);
            set.failOver();
            try (WorkerIds others = workers()) {
                WorkerLease next = acquire(others);
                assertThat(next.workerId()).isEqualTo(lost.workerId());
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lost.reservedUntil());
                Eventually.await("the first holder to learn that it lost the id")
                        .until(() -> lost.health().lost());
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lost.reservedUntil());
                close(next);
            }
        }
    }

    /** The old master runs on and acknowledges renewals; the holder asks the sentinels, and so leaves it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void holderLeavesAMasterThatIsCutOffAndWasReplaced() {
        try (WorkerIds ids = workers()) {
            close(acquire(ids));
            set.awaitCaughtUp();
            RedisServer old = set.leader();
            set.cutOff(old);
            WorkerLease lease = acquire(ids);
            long granted = lease.reservedUntil();
            Eventually.await("a renewal that no other server has").until(() -> lease.reservedUntil() > granted);
            set.awaitSuccessor(old);
            try (WorkerIds others = workers()) {
                WorkerLease next = acquire(others);
                Eventually.await("the first holder to learn that it lost the id")
                        .until(() -> lease.health().lost());
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lease.reservedUntil());
                close(next);
            }
        }
    }

    /** It asks no sentinel: from the end of the floor on, both may stamp the same ticks, until the old master is told. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void holderThatKnowsTheOldMasterAloneRenewsBesideTheNextOne() {
        RedisServer old = set.leader();
        try (WorkerIds ids = RedisFixture.workers("redis", old.url());
                WorkerIds others = workers()) {
            set.cutOff(old);
            WorkerLease lease = ids.acquire(request());
            set.awaitSuccessor(old);
            WorkerLease next = acquire(others);
            assertThat(next.workerId()).isEqualTo(lease.workerId());
            Eventually.await("a bound that both have passed")
                    .until(() -> lease.reservedUntil() > next.stampedUntil() + 1_000);
            assertThat(lease.health().lost()).isFalse();
            set.heal();
            Eventually.await("the old master to become a replica").until(() -> lease.failure() != null);
            close(next);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void masterThatMustHaveAReplicaAcknowledgesNothingWithoutOne() {
        set.members()
                .forEach(member -> RedisFixture.ask(member, redis -> {
                    redis.configSet("min-replicas-max-lag", "1");
                    return redis.configSet("min-replicas-to-write", "1");
                }));
        RedisServer old = set.leader();
        try (WorkerIds ids = RedisFixture.workers("redis", old.url());
                WorkerIds others = workers()) {
            WorkerLease lease = acquire(ids);
            set.cutOff(old);
            Eventually.await("a renewal that is refused").until(() -> lease.failure() != null);
            set.awaitSuccessor(old);
            WorkerLease next = acquire(others);
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lease.reservedUntil());
            close(next);
        }
    }

    /** The master lives on. */
    @Test
    void sentinelThatGoesAwayIsReportedAsAway() {
        RedisServer sentinel = set.sentinels().get(0);
        InetSocketAddress address = new InetSocketAddress(sentinel.host(), sentinel.port());
        int answers = StoreOutages.beforeEachAnswer(address, "no secret", (through, number) -> {
            String node = through.getHostString() + ":" + through.getPort();
            try (LongIdGenerator ids = open("nodes", node, "key", "outage" + number, "create", "true")) {
                assertThat(ids.nextId()).isPositive();
            }
        });
        assertThat(answers).isPositive();
    }

    /** As an application that opens again and again while the master refuses it. */
    @Test
    void noThreadListensOnceAllWasClosedAsItStarted() {
        for (int i = 0; i < 200; i++) {
            assertThatThrownBy(() -> open("key", "missing")).isInstanceOf(ConfigException.class);
        }
        List<String> nodes = List.of(set.sentinelNodes().split(","));
        Eventually.await("the end of all threads")
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .filteredOn(name -> nodes.stream().anyMatch(name::contains))
                        .isEmpty());
    }

    @Test
    void unknownMasterIsSaid() {
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", config("master", "other", "create", "true")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("other")
                .hasMessageContaining(set.sentinelNodes().split(",")[0]);
    }

    private WorkerIds workers() {
        return Eventually.untilAnswered(() -> RedisFixture.workers("redis", config("timeout", "2s")));
    }

    /** With the short time-outs that a master which is cut off asks for: on a busy machine another may be too late, too. */
    private static WorkerLease acquire(WorkerIds ids) {
        return Eventually.untilAnswered(() -> ids.acquire(request()));
    }

    private static void close(WorkerLease lease) {
        Throwable error = catchThrowable(lease::close);
        if (error != null) {
            assertThat(error).isInstanceOf(BackendException.class);
        }
    }

    /** One id, so that all ask for the same. */
    private static WorkerRequest request() {
        return new WorkerRequest(
                "orders", 0, OptionalInt.empty(), Duration.ofSeconds(3), "layout", "node", InstantSource.system());
    }

    private void cutFromReplicas(RedisServer master) {
        set.members().stream().filter(member -> member != master).forEach(member -> set.cut(master, member));
    }

    private long onMaster() {
        return RedisFixture.counter(set.leader(), "ids");
    }
}
