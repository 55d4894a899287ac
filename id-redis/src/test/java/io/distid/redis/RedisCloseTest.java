package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;

/** How connections end: with a frozen server, while they are made, by an interrupt, and by age. */
@Order(2)
class RedisCloseTest {
    private RedisServer server;

    @BeforeEach
    void start() {
        server = ServerAssumptions.orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withPassword("pw")));
    }

    @AfterEach
    void end() {
        server.resume();
        server.close();
    }

    private WorkerIds open() {
        // Acquires use half of the connections, and 4 threads acquire at once.
        return RedisFixture.workers("redis", server.url(), "timeout", "1s", "pool-size", "8");
    }

    private static WorkerRequest request() {
        return new WorkerRequest(
                "orders", 63, OptionalInt.empty(), Duration.ofMillis(600), "layout", "node", InstantSource.system());
    }

    private long connections() {
        return RedisFixture.ask(server, client -> client.info("clients"))
                .lines()
                .filter(line -> line.startsWith("connected_clients:"))
                .mapToLong(line -> Long.parseLong(line.substring("connected_clients:".length())))
                .sum();
    }

    /** The limit is for a close that would wait for ever. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void closeDoesNotWaitLongForAFrozenServer() throws Exception {
        WorkerIds ids = open();
        ExecutorService crew = Executors.newFixedThreadPool(4);
        List<CompletableFuture<WorkerLease>> leases = new ArrayList<>();
        // None of them ends and is granted to the next, however long the machine stands still.
        WorkerRequest lasting = request().withReservation(Duration.ofMinutes(10));
        for (int i = 0; i < 4; i++) {
            leases.add(CompletableFuture.supplyAsync(() -> Eventually.untilAnswered(() -> ids.acquire(lasting)), crew));
        }
        for (CompletableFuture<WorkerLease> lease : leases) {
            lease.get();
        }
        server.pause();
        for (CompletableFuture<WorkerLease> lease : leases) {
            assertThatThrownBy(() -> lease.join().close()).isInstanceOf(BackendException.class);
        }
        ids.close();
        crew.shutdownNow();
    }

    /** With a server that stands still, the evictor would wait for an answer, and a close for the evictor: 10 s. */
    @Test
    void evictorAsksNoServerAndIsNotWaitedFor() throws Exception {
        CountDownLatch looks = new CountDownLatch(3);
        AtomicInteger asked = new AtomicInteger();
        ConnectionPoolConfig config = RedisClients.pool(4, Duration.ofMillis(500));
        assertThat(config.getEvictorShutdownTimeoutDuration()).isZero();
        config.setTimeBetweenEvictionRuns(Duration.ofMillis(10));
        config.setEvictionPolicy((eviction, idle, count) -> {
            looks.countDown();
            return false;
        });
        BasePooledObjectFactory<Connection> factory = new BasePooledObjectFactory<>() {
            @Override
            public Connection create() {
                return new Connection(new HostAndPort("localhost", 1));
            }

            @Override
            public PooledObject<Connection> wrap(Connection made) {
                return new DefaultPooledObject<>(made);
            }

            @Override
            public boolean validateObject(PooledObject<Connection> pooled) {
                asked.incrementAndGet();
                return true;
            }
        };
        try (GenericObjectPool<Connection> pool = new GenericObjectPool<>(factory, config)) {
            pool.addObject();
            looks.await();
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void sourceThatIsClosedWhileItConnectsLeavesNoConnection() throws Exception {
        long before = connections();
        WorkerIds ids = open();
        // Longer than the server stands still: whoever is granted its worker id then would have it lost.
        WorkerLease lease =
                Eventually.untilAnswered(() -> ids.acquire(request().withReservation(Duration.ofMinutes(10))));
        server.pause();
        List<Thread> waiting = new ArrayList<>(Collections.nCopies(4, new Thread()));
        Eventually.await("threads that connect").until(() -> {
            waiting.replaceAll(thread -> thread.isAlive() ? thread : acquires(ids));
            return waiting.stream().allMatch(RedisCloseTest::readsASocket);
        });
        ids.close();
        for (Thread thread : waiting) {
            thread.join(Eventually.LIMIT.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
        server.resume();
        Eventually.await("connections that are closed").until(() -> connections() <= before);
        assertThat(lease.health().lost()).isFalse();
    }

    private static Thread acquires(WorkerIds ids) {
        Thread thread = new Thread(() -> catchThrowable(() -> ids.acquire(request())));
        thread.start();
        return thread;
    }

    private static boolean readsASocket(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().contains("NioSocketImpl")) {
                return true;
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void interruptedOpenThrowsDistidsErrorAndKeepsTheInterrupt(String source) {
        for (int i = 0; i < 5; i++) {
            Thread.currentThread().interrupt();
            Throwable error = catchThrowable(
                    () -> RedisFixture.workers(source, server.url()).close());
            assertThat(Thread.interrupted())
                    .as("interrupted after an open that threw %s", error)
                    .isTrue();
            if (error != null) {
                assertThat(error).isInstanceOf(IdException.class);
            }
        }
    }

    @Test
    void whatAPoolMadeLongAgoIsCreatedAgainHoweverOftenItIsUsed() throws Exception {
        CountDownLatch looks = new CountDownLatch(3);
        ConnectionMaxAge<Object> hour = new ConnectionMaxAge<>(Duration.ofHours(1));
        GenericObjectPoolConfig<Object> config = new GenericObjectPoolConfig<>();
        // One, or another is made while the evictor looks at the first.
        config.setMaxTotal(1);
        config.setTimeBetweenEvictionRuns(Duration.ofMillis(20));
        config.setEvictionPolicy((eviction, idle, count) -> {
            looks.countDown();
            return hour.evict(eviction, idle, count);
        });
        BasePooledObjectFactory<Object> factory = new BasePooledObjectFactory<>() {
            @Override
            public Object create() {
                return new Object();
            }

            @Override
            public PooledObject<Object> wrap(Object made) {
                return new DefaultPooledObject<>(made);
            }
        };
        try (GenericObjectPool<Object> pool = new GenericObjectPool<>(factory, config)) {
            Object first = use(pool);
            looks.await();
            assertThat(use(pool)).isSameAs(first);
            pool.setEvictionPolicy(new ConnectionMaxAge<>(Duration.ofMillis(1)));
            Eventually.await("another one").until(() -> use(pool) != first);
        }
    }

    private static Object use(GenericObjectPool<Object> pool) throws Exception {
        Object borrowed = pool.borrowObject();
        pool.returnObject(borrowed);
        return borrowed;
    }
}
