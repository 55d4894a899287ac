package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request to take that comes once more, after a successor of its holder has come and gone. */
class RedisLateTakeTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final AtomicReference<Runnable> firstTake = new AtomicReference<>();
    private final AtomicReference<RenewedLease> paused = new AtomicReference<>();
    private final ScriptRunner link = connect();

    @AfterEach
    void end() {
        link.close();
    }

    private ScriptRunner connect() {
        WorkerIdsProvider provider = new RedisWorkerIdsProvider();
        ScriptRunner real =
                RedisWorkerIdsProvider.connect(IdConfig.of(provider, RedisFixture.config(server.url())), "worker ids");
        return new ScriptRunner() {
            @Override
            public Object run(Script script, List<String> keys, List<String> arguments) {
                if (takes(script)) {
                    firstTake.compareAndSet(null, () -> real.run(script, keys, arguments));
                }
                return real.run(script, keys, arguments);
            }

            @Override
            public String where() {
                return real.where();
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    private static boolean takes(Script script) {
        return script.equals(RedisRecordStore.WRITE);
    }

    private static WorkerRequest request() {
        return new WorkerRequest(
                "orders", 0, OptionalInt.empty(), Duration.ofMillis(600), "layout", "node", InstantSource.system());
    }

    /** Returns the stamp of the successor, after which the request comes again. */
    private long succeed(String source) {
        WorkerIds ids = new StoreWorkerIds(
                RedisFixture.records(source, link, prefix), MAX_AHEAD, StoreWorkerIds.Creation.ALLOWED);
        ids.acquire(request().withRenewer(paused::set));
        try (WorkerIds others = RedisFixture.workers(source, server.url(), "prefix", prefix)) {
            WorkerLease next = Eventually.await("a free id")
                    .ignoreExceptionsInstanceOf(IdsExhaustedException.class)
                    .until(() -> others.acquire(request()), lease -> true);
            Eventually.await("ticks of the successor")
                    .until(() -> next.reservedUntil() > paused.get().reservedUntil() + 100);
            long stamp = next.reservedUntil();
            next.release(stamp);
            firstTake.get().run();
            return stamp;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void doesNotGiveTheIdBackToAHolderThatWasReplaced(String source) {
        succeed(source);
        assertThat(paused.get().renew()).isFalse();
        assertThat(paused.get().failure()).isInstanceOf(LeaseLostException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void doesNotLetAHolderThatWasReplacedLowerTheStamp(String source) {
        long stamp = succeed(source);
        paused.get().release(paused.get().stampedUntil());
        String hash = RedisFixture.hash(source, prefix + ":{orders}");
        assertThat(RedisFixture.record(server, hash, 0).bound()).isGreaterThanOrEqualTo(stamp);
    }
}
