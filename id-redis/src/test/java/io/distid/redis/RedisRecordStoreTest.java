package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testkit.contract.RecordStoreContract;
import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** {@link RedisRecordStore} on a real server of this class, which keeps what {@code SAVE} wrote. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisRecordStoreTest extends RecordStoreContract {
    static final Header HEADER = new Header("header", "layout", 1, "run", 0);

    private final int port = Ports.free();
    private Path directory;
    private RedisProcess server;
    private LossyLink link;

    @BeforeAll
    void start(@TempDir Path directory) {
        this.directory = directory;
        server = RedisProcess.server(directory, port);
        link = new LossyLink(new InetSocketAddress("127.0.0.1", port));
    }

    @BeforeEach
    void forget() {
        server.ask(Jedis::flushAll);
    }

    @AfterAll
    void end() {
        link.close();
        server.close();
    }

    @Override
    protected RecordStore open() {
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        IdConfig config = IdConfig.of(provider, RedisFixture.config(RedisFixture.url(link), "pool-size", "1"));
        return records(RedisWorkerIdsProvider.connect(config, "worker ids"), config.text("prefix"));
    }

    RecordStore records(ScriptRunner redis, String prefix) {
        return new RedisRecordStore(redis, prefix);
    }

    /** Of namespace "orders". */
    String hash() {
        return "distid:workers:{orders}";
    }

    /** Past the store. */
    <T> T ask(Function<Jedis, T> question) {
        return server.ask(question);
    }

    @Override
    protected boolean restart() {
        return goBackBehind(() -> {});
    }

    @Override
    protected boolean goBackBehind(Runnable lost) {
        server.ask(Jedis::save);
        lost.run();
        server.close();
        server = RedisProcess.server(directory, port);
        return true;
    }

    @Override
    protected boolean loseAnswer(Callable<?> request) {
        return loseAnswer(link, request);
    }

    /** Its holder is lost, and the others are renewed. */
    @Test
    void textThatIsNoRecordIsShownAsNoneBesideTheOthersOfItsRequest() {
        try (RecordStore store = open()) {
            store.writeHeader("orders", null, HEADER);
            LeaseRecord first = new LeaseRecord("first", 2, 1, 0, "node", null);
            LeaseRecord next = new LeaseRecord("next", 2, 1, 0, "node", null);
            List<Write> renewals = new ArrayList<>();
            for (int id = 0; id < 3; id++) {
                store.write("orders", List.of(new Write(id, null, first, HEADER)));
                renewals.add(new Write(id, first, next, null));
            }
            assertThat(renewals).hasSizeLessThanOrEqualTo(store.writeLimit());
            ask(redis -> redis.hset(hash(), "1", "what somebody wrote"));
            List<Outcome> outcomes = store.write("orders", renewals);
            assertThat(((Differs) outcomes.get(1)).found()).isNull();
            assertThat(List.of(outcomes.get(0), outcomes.get(2))).allMatch(Written.class::isInstance);
        }
    }
}
