package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testservers.process.Ports;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that has become a replica, whose data may be old: none of its answers counts, of those that change nothing either. */
class RecordsOnReplicaTest {
    private static final String NAMESPACE = "orders";
    private static final Header HEADER = new Header("first", "layout", 1, "run", 0);
    private static final LeaseRecord RECORD = record("one");

    private static RedisProcess server;
    private static RecordStore store;

    private static LeaseRecord record(String token) {
        return new LeaseRecord(token, 2, 1, 0, "node", null);
    }

    @BeforeAll
    static void becomeAReplica(@TempDir Path directory) {
        server = RedisProcess.server(directory, Ports.free());
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        IdConfig config = IdConfig.of(provider, RedisFixture.config("redis://" + server.node()));
        store = new RedisRecordStore(RedisWorkerIdsProvider.connect(config, "worker ids"), config.text("prefix"));
        assertThat(store.writeHeader(NAMESPACE, null, HEADER)).isTrue();
        assertThat(store.write(NAMESPACE, List.of(new Write(0, null, RECORD, HEADER))))
                .singleElement()
                .isInstanceOf(Written.class);
        // Nobody is there: it keeps what it has, and says that it is a replica.
        server.ask(redis -> redis.replicaof("127.0.0.1", 1));
    }

    @AfterAll
    static void stop() {
        store.close();
        server.close();
    }

    static List<Consumer<RecordStore>> requests() {
        return List.of(
                store -> store.read(NAMESPACE, 0, 1),
                store -> store.read("other", 0, 1),
                store -> store.writeHeader(NAMESPACE, null, HEADER),
                store -> store.writeHeader(NAMESPACE, HEADER, new Header("next", "layout", 1, "run", 0)),
                store -> store.write(NAMESPACE, List.of(new Write(0, null, RECORD, HEADER))),
                store -> store.write(NAMESPACE, List.of(new Write(0, RECORD, record("two"), null))),
                store -> store.write(NAMESPACE, List.of(new Write(0, record("another"), record("two"), null))));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void answersNothing(Consumer<RecordStore> request) {
        assertThatThrownBy(() -> request.accept(store))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("replica");
    }
}
