package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim's answer is on its way when the counter goes back, as by a failover to a replica that lagged, and another call is granted the same numbers. */
class RedisOverlappingClaimsTest {
    /** For each direction: so long that the counter is set back, and the other call answered, while the answer is on its way. */
    private static final Duration LATE = Duration.ofMillis(1_500);

    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private final LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void numberOfACounterIsOnes() throws Exception {
        RedisFixture.setCounter(server, key, 1_000);
        Map<String, String> config = Map.of("url", RedisFixture.url(link), "key", key, "timeout", "1min");
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config)) {
            assertThat(ids.nextId()).isEqualTo(1_001);
            link.delay(LATE);
            FutureTask<Long> late = new FutureTask<>(ids::nextId);
            new Thread(late, "late").start();
            Eventually.await("the late claim").until(() -> RedisFixture.counter(server, key) == 1_002);
            link.delay(Duration.ZERO);
            RedisFixture.setCounter(server, key, 1_001);
            List<Long> issued = new ArrayList<>();
            List<Throwable> refused = new ArrayList<>();
            add(issued, refused, ids::nextId);
            add(issued, refused, () -> late.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS));
            assertThat(refused).singleElement().isInstanceOf(StoreRegressedException.class);
            assertThat(issued).hasSize(1);
            // What another process drew before may be next.
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
            RedisFixture.setCounter(server, key, 1_102);
            assertThat(ids.nextId()).isEqualTo(1_103);
        }
    }

    private static void add(List<Long> issued, List<Throwable> refused, Callable<Long> call) throws Exception {
        try {
            issued.add(call.call());
        } catch (StoreRegressedException e) {
            refused.add(e);
        } catch (ExecutionException e) {
            refused.add(e.getCause());
        }
    }
}
