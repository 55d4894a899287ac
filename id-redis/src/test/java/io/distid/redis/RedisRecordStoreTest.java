package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Write;
import io.distid.testkit.contract.RecordStoreContract;
import io.distid.testservers.fault.LossyLink;
import io.distid.testservers.process.Ports;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** {@link RedisRecordStore} on a real server of its own, which keeps what {@code SAVE} wrote. */
class RedisRecordStoreTest extends RecordStoreContract {
    private final int port = Ports.free();

    @TempDir
    Path directory;

    private RedisProcess server;
    private LossyLink link;

    @Override
    protected RecordStore open() {
        if (server == null) {
            server = RedisProcess.server(directory, port);
            link = new LossyLink(new InetSocketAddress("127.0.0.1", port));
        }
        return open(RedisFixture.url(link));
    }

    private RecordStore open(String url) {
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        IdConfig config = IdConfig.of(provider, RedisFixture.config(url, "pool-size", "1"));
        return records(RedisWorkerIdsProvider.connect(config, "worker ids"), config.text("prefix"));
    }

    RecordStore records(ScriptRunner redis, String prefix) {
        return new RedisRecordStore(redis, prefix);
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
        link.dropNextAnswer();
        try {
            request.call();
        } catch (BackendException e) {
            // The link repeats it by itself, as far as the time-out goes.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        link.dropNoAnswer();
        return true;
    }

    @Test
    void recordIsNotMadeWithoutAHeader() {
        try (RecordStore store = open()) {
            Write make = new Write(0, null, new LeaseRecord("token", 2, 1, 0, "node", null), null);
            assertThat(store.write("headless", List.of(make))).singleElement().isInstanceOf(Differs.class);
            assertThat(store.read("headless", 0, 1).records()).isEmpty();
        }
    }

    @AfterEach
    void end() throws Exception {
        link.close();
        server.close();
    }
}
