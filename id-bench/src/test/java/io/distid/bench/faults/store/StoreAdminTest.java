package io.distid.bench.faults.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import io.distid.testkit.Eventually;
import io.distid.testservers.RealServer;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Real servers: what cells take for a proof, shown of each kind. */
@Tag("slow")
class StoreAdminTest {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REDIS_WITH_REPLICA")
    void aMarkOutlivesAKillAndGoesWithWhatElseIsWiped(ServerKind kind) {
        try (FaultStore store = start(kind)) {
            assertThat(store.admin().marked()).isEmpty();
            store.admin().mark(1);
            store.admin().mark(2);

            store.server().kill();
            store.server().restart();

            assertThat(store.admin().marked()).isEqualTo(OptionalLong.of(2));
            store.admin().wipe();
            assertThat(store.admin().marked()).isEmpty();
            store.admin().mark(3);
            assertThat(store.admin().marked()).isEqualTo(OptionalLong.of(3));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "POSTGRESQL", "REDIS", "ZOOKEEPER"})
    void holderOfAllConnectionsKeepsOthersOutUntilItReturnsThem(ServerKind kind) {
        try (FaultStore store = start(kind)) {
            try (TakenConnections taken = store.admin().takeConnections()) {
                assertThat(taken.refusal()).isNotEmpty();
                assertThat(taken.count()).isBetween(2, FaultStore.CONNECTIONS + 1);
            }
            store.admin().mark(1);
            assertThat(store.admin().marked()).isEqualTo(OptionalLong.of(1));
        }
    }

    /** One that ends for want of space takes no more, either. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REDIS_WITH_REPLICA")
    void aServerWhoseDiskIsFullTakesNoMoreAndKeepsWhatItHadAcknowledged(ServerKind kind) {
        try (FaultStore store = start(kind, ServerSetup.OWN_DISK)) {
            store.admin().mark(1);
            assertThat(store.admin().writeLarge()).isEmpty();
            RealServer server = store.server();

            server.fillDisk();

            Eventually.await("a write that is refused")
                    .until(() ->
                            !server.isRunning() || store.admin().writeLarge().isPresent());
            server.freeDisk();
            server.restart();
            assertThat(store.admin().marked()).isEqualTo(OptionalLong.of(1));
            assertThat(store.admin().writeLarge()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REDIS_WITH_REPLICA")
    void nodesGetTheLinkAndNeverTheServer(ServerKind kind) {
        try (FaultStore store = start(kind)) {
            String address = switch (kind) {
                case MYSQL, POSTGRESQL -> store.servers().database(kind).url();
                case REDIS -> store.servers().redisUrl();
                case ZOOKEEPER -> store.servers().zooKeeper();
                case ETCD -> store.servers().etcd();
                case REDIS_WITH_REPLICA -> "";
            };

            assertThat(address)
                    .contains(":" + store.link().address().getPort())
                    .doesNotContain(":" + store.server().port());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis-incr",
                "leaf-segment",
                "leaf-segment store=etcd",
                "leaf-segment postgresql",
                "postgresql-sequence",
                "mysql-auto-increment",
                "mysql-replace-into",
                "mysql-update",
                "cosid segment-chain"
            })
    void aCounterThatIsMovedToItsLastNumbersEndsInAnError(String name) {
        Subject subject = Catalogue.subject(name);
        try (FaultStore store = start(subject.server())) {
            Map<String, String> settings = subject.settings().of(0, store.servers());
            try (LongIdGenerator ids = (LongIdGenerator)
                    Eventually.untilAnswered(() -> subject.opening().open(settings))) {
                Eventually.untilCarriedOut(ids::nextId);

                store.admin().setCounter(settings, Long.MAX_VALUE - 100);

                assertThatThrownBy(() -> drawMany(ids)).isInstanceOf(IdsExhaustedException.class);
            }
        }
    }

    /** More than a generator of segments may hold. */
    private static void drawMany(LongIdGenerator ids) {
        for (int i = 0; i < 100_000; i++) {
            Eventually.untilCarriedOut(() -> assertThat(ids.nextId()).isPositive());
        }
    }

    /** Of MySQL, PostgreSQL and Redis the replica lacks what was acknowledged behind the cut; a majority lacks nothing. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REDIS_WITH_REPLICA")
    @EnabledOnOs(OS.LINUX)
    void aMarkThatNoReplicaHasIsGoneAfterAFailover(ServerKind kind) {
        boolean alone = kind == ServerKind.MYSQL || kind == ServerKind.POSTGRESQL || kind == ServerKind.REDIS;
        try (FaultStore store = start(kind, ServerSetup.ENSEMBLE)) {
            store.admin().mark(1);
            store.awaitReplicas();
            if (alone) {
                store.cutReplicas();
            }
            store.admin().mark(2);

            store.failOver();

            assertThat(store.admin().marked()).isEqualTo(OptionalLong.of(alone ? 1 : 2));
        }
    }

    private static FaultStore start(ServerKind kind) {
        return start(kind, ServerSetup.OWN);
    }

    private static FaultStore start(ServerKind kind, ServerSetup setup) {
        try {
            return FaultStore.start(kind, setup);
        } catch (ServerUnavailableException e) {
            throw new TestAbortedException(e.getMessage());
        }
    }
}
