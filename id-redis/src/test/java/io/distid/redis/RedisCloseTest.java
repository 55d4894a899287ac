package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.testkit.Patience;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;

/** How connections end: with a frozen server, while they are made, by an interrupt, and by age. */
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
        return RedisFixture.workers("redis", server.url(), "timeout", "500ms", "pool-size", "4");
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

    @Test
    void closeDoesNotWaitLongForAFrozenServer() throws Exception {
        WorkerIds ids = open();
        ExecutorService crew = Executors.newFixedThreadPool(4);
        List<CompletableFuture<WorkerLease>> leases = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            leases.add(CompletableFuture.supplyAsync(() -> ids.acquire(request()), crew));
        }
        for (CompletableFuture<WorkerLease> lease : leases) {
            lease.get(10, TimeUnit.SECONDS);
        }
        server.pause();
        long begun = System.nanoTime();
        for (CompletableFuture<WorkerLease> lease : leases) {
            assertThatThrownBy(() -> lease.join().close()).isInstanceOf(BackendException.class);
        }
        long leasesClosed = System.nanoTime();
        ids.close();
        long closed = System.nanoTime();
        crew.shutdownNow();
        // A frozen server is met on a pooled connection, and again on a new one.
        assertThat(Duration.ofNanos(leasesClosed - begun)).as("four leases").isLessThan(Duration.ofMillis(4 * 1_500));
        assertThat(Duration.ofNanos(closed - leasesClosed)).as("the source").isLessThan(Duration.ofMillis(1_000));
    }

    /** With a server that stands still, the evictor would wait for an answer, and a close for the evictor: 10 s. */
    @Test
    void closeDoesNotWaitForAnEvictorThatAsksAFrozenServer() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        ConnectionPoolConfig config = RedisClients.pool(4, Duration.ofMillis(500));
        config.setTimeBetweenEvictionRuns(Duration.ofMillis(10));
        config.setEvictionPolicy((eviction, idle, count) -> {
            looked.countDown();
            return false;
        });
        BasePooledObjectFactory<Connection> frozen = new BasePooledObjectFactory<>() {
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
                try {
                    return answered.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    return false;
                }
            }
        };
        GenericObjectPool<Connection> pool = new GenericObjectPool<>(frozen, config);
        pool.addObject();
        looked.await();
        long begun = System.nanoTime();
        pool.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
        answered.countDown();
    }

    @Test
    void sourceThatIsClosedWhileItConnectsLeavesNoConnection() throws Exception {
        long before = connections();
        WorkerIds ids = open();
        WorkerLease lease = ids.acquire(request());
        server.pause();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> catchThrowable(() -> ids.acquire(request())));
            thread.start();
            waiting.add(thread);
        }
        Patience.await("threads that connect").until(() -> waiting.stream().allMatch(RedisCloseTest::readsASocket));
        ids.close();
        for (Thread thread : waiting) {
            thread.join(10_000);
            assertThat(thread.isAlive()).isFalse();
        }
        server.resume();
        Patience.await("connections that are closed").until(() -> connections() <= before);
        assertThat(lease.health().lost()).isFalse();
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
    void interruptedOpenAndAcquireThrowDistidsErrorAndKeepTheInterrupt(String source) {
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
        try (WorkerIds ids = RedisFixture.workers(source, server.url())) {
            Thread.currentThread().interrupt();
            Throwable error = catchThrowable(() -> ids.acquire(request()).close());
            assertThat(Thread.interrupted())
                    .as("interrupted after an acquire that threw %s", error)
                    .isTrue();
            if (error != null) {
                assertThat(error).isInstanceOf(IdException.class);
            }
        }
    }

    @Test
    void whatAPoolMadeLongAgoIsMadeAnewHoweverOftenItIsUsed() throws Exception {
        GenericObjectPoolConfig<Object> config = new GenericObjectPoolConfig<>();
        config.setTimeBetweenEvictionRuns(Duration.ofMillis(20));
        config.setEvictionPolicy(new BoundedLife<>(Duration.ofMillis(200)));
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
            Object first = pool.borrowObject();
            pool.returnObject(first);
            Object again = pool.borrowObject();
            pool.returnObject(again);
            assertThat(again).isSameAs(first);
            Patience.await("another one").until(() -> {
                Object now = pool.borrowObject();
                pool.returnObject(now);
                return now != first;
            });
        }
    }
}
