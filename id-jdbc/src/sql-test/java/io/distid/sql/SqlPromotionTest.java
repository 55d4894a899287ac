package io.distid.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.testservers.SqlPair;
import io.distid.testservers.SqlServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** An asynchronous replica takes over, which has all that the source acknowledged, or lacks the last of it. */
@Tag("slow")
class SqlPromotionTest {
    private SqlPair<?> pair;
    private Database database;

    @BeforeEach
    void start() {
        pair = Product.startPair();
        database = pair.createDatabase();
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
        }
    }

    @ParameterizedTest
    @FieldSource("io.distid.sql.Product#STRATEGIES")
    void idsGoOnWhereTheReplicaHasAllOfThem(String strategy) {
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, Servers.config(database))) {
            long last = draw(ids);
            pair.awaitCaughtUp();
            pair.failOver();
            assertThat(Eventually.untilAnswered(ids::nextId)).isGreaterThan(last);
        }
    }

    @ParameterizedTest
    @FieldSource("io.distid.sql.Product#STRATEGIES")
    @EnabledOnOs(OS.LINUX)
    void idsThatTheReplicaLacksAreRefusedByNodesThatDrewThemAndRepeatForOthers(String strategy) {
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, Servers.config(database))) {
            long common = draw(ids);
            pair.awaitCaughtUp();
            cut(pair);
            long last = draw(ids);
            pair.failOver();
            Eventually.await("the replica's answer")
                    .untilAsserted(() -> assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class));
            try (LongIdGenerator startedAnew = IdGenerators.openLong(strategy, Servers.config(database))) {
                assertThat(Eventually.untilAnswered(startedAnew::nextId)).isBetween(common + 1, last);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void rangeThatTheReplicaLacksIsRefusedByTheNodeThatClaimedIt() throws SQLException {
        try (SegmentStore store = Segments.open(Servers.config(database))) {
            Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            store.claim("orders", 10);
            pair.awaitCaughtUp();
            cut(pair);
            store.claim("orders", 10);
            pair.failOver();
            Eventually.await("the replica's answer")
                    .untilAsserted(() -> assertThatThrownBy(() -> store.claim("orders", 10))
                            .isInstanceOf(StoreRegressedException.class));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void leaseOfWhichTheReplicaLacksARenewalEndsAtTheNextOne() {
        try (WorkerIds source = Workers.leased(database)) {
            RenewedLease lease = Leases.byHand(source, Workers.request(7));
            Leases.renewAbove(lease, lease.stampedUntil());
            pair.awaitCaughtUp();
            cut(pair);
            long granted = lease.reservedUntil();
            Leases.renewAbove(lease, granted);
            long bound = lease.reservedUntil();
            pair.failOver();
            Eventually.await("the replica's answer").until(() -> {
                lease.renew();
                return lease.health().lost();
            });
            assertThat(lease.failure()).isInstanceOf(StoreRegressedException.class);
            assertThat(lease.reservedUntil()).isLessThanOrEqualTo(bound);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void workerIdOfWhichTheReplicaLacksTheLeaseIsGrantedAboveAllThatItsHolderCanHaveReserved() {
        try (WorkerIds source = Workers.leased(database)) {
            source.acquire(Workers.request(1)).close();
            pair.awaitCaughtUp();
            cut(pair);
            WorkerLease known = source.acquire(Workers.request(1));
            RenewedLease unknown = Leases.byHand(source, Workers.request(1));
            Leases.renewAbove(unknown, unknown.stampedUntil());
            pair.failOver();
            try (WorkerIds startedAnew = Workers.leased(database)) {
                WorkerLease first = Eventually.untilAnswered(() -> startedAnew.acquire(Workers.request(1)));
                WorkerLease second = startedAnew.acquire(Workers.request(1));
                assertThat(List.of(first.workerId(), second.workerId()))
                        .as("one that was given back, and one that the replica never heard of")
                        .containsExactlyInAnyOrder(known.workerId(), unknown.workerId());
                long reserved = Math.max(known.reservedUntil(), unknown.reservedUntil());
                assertThat(first.stampedUntil()).isGreaterThanOrEqualTo(reserved);
                assertThat(second.stampedUntil()).isGreaterThanOrEqualTo(reserved);
            }
        }
    }

    /** Whose lease was over by then, so that the source granted the id to another, which the replica lacks. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void lateHolderGoesOnAboveAllThatItsSuccessorReservedWhoseGrantTheReplicaLacks() throws SQLException {
        try (WorkerIds source = Workers.leased(database);
                WorkerIds others = Workers.leased(database)) {
            WorkerRequest request = Workers.request(0).withReservation(Duration.ofSeconds(1));
            RenewedLease late = Leases.byHand(source, request);
            Leases.renewAbove(late, late.stampedUntil());
            Eventually.await("the end of its lease")
                    .until(() -> Servers.number(
                                    database,
                                    "SELECT COUNT(*) FROM distid_worker WHERE worker_id = 0 AND free_from < "
                                            + Product.NOW)
                            == 1);
            pair.awaitCaughtUp();
            cut(pair);
            RenewedLease successor = Leases.byHand(others, request);
            Leases.renewAbove(successor, successor.stampedUntil());
            pair.failOver();
            Leases.renewAbove(late, late.reservedUntil());
            assertThat(late.stampedUntil()).isGreaterThanOrEqualTo(successor.reservedUntil());
            Eventually.await("the replica's answer").until(() -> {
                successor.renew();
                return successor.health().lost();
            });
        }
    }

    @Test
    void namespaceIsMovedToTheServerThatTookOverOnce() throws SQLException {
        try (WorkerIds source = Workers.leased(database)) {
            source.acquire(Workers.request(7)).close();
            pair.awaitCaughtUp();
            pair.failOver();
            WorkerLease moved = Eventually.untilAnswered(() -> source.acquire(Workers.request(7)));
            long floor = floor();
            assertThat(moved.stampedUntil()).isEqualTo(floor).isGreaterThan(System.currentTimeMillis());
            source.acquire(Workers.request(7));
            assertThat(floor()).isEqualTo(floor);
        }
    }

    private static <S extends SqlServer> void cut(SqlPair<S> pair) {
        pair.cut(pair.members().get(0), pair.members().get(1));
    }

    private long floor() throws SQLException {
        return Servers.number(database, "SELECT floor FROM distid_worker WHERE worker_id = -1");
    }

    /** Twice, so that rows which are replaced were there: to the replica that is another change than those that are made. */
    private static long draw(LongIdGenerator ids) {
        long[] drawn = new long[50];
        ids.nextIds(drawn, 0, drawn.length);
        ids.nextIds(drawn, 0, drawn.length);
        return drawn[drawn.length - 1];
    }
}
