package io.distid.db;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server that is killed and paused while ids are drawn. */
class MySqlTicketFaultTest {
    private static final Duration BOUND = Duration.ofSeconds(5);

    private MySqlServer server;
    private Database database;

    @BeforeEach
    void start() {
        server = orSkip(MySqlServer::start);
        org.junit.jupiter.api.Assumptions.assumeTrue(server.canFault(), server + " cannot be killed");
        database = server.createDatabase();
    }

    @AfterEach
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void noIdRepeatsWhenTheServerIsKilledUnderLoad(String strategy) throws Exception {
        Map<String, String> config = Servers.config(database, "timeout", "1s");
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        Set<String> wrong = ConcurrentHashMap.newKeySet();
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch warm = new CountDownLatch(4);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, config)) {
            for (int i = 0; i < 4; i++) {
                threads.execute(() -> {
                    for (int drawn = 0; !over.get(); drawn++) {
                        try {
                            long id = generator.nextId();
                            if (!seen.add(id)) {
                                wrong.add("repeated " + id);
                            }
                        } catch (BackendException e) {
                            // What is expected while the server is down.
                        } catch (RuntimeException e) {
                            wrong.add(e.toString());
                        }
                        if (drawn == 50) {
                            warm.countDown();
                        }
                    }
                });
            }
            assertThat(warm.await(30, TimeUnit.SECONDS)).isTrue();
            for (int kill = 0; kill < 2; kill++) {
                server.kill();
                server.restart();
                int before = seen.size();
                Awaitility.await("ids after a restart")
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> seen.size() > before + 100);
            }
            over.set(true);
            threads.shutdown();
            assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void callOnAPausedServerEndsWithAClearErrorAndIdsResume() {
        Map<String, String> config = Servers.config(database, "timeout", "1s");
        try (LongIdGenerator generator = IdGenerators.openLong("mysql-auto-increment", config)) {
            Set<Long> ids = new HashSet<>();
            ids.add(generator.nextId());
            server.pause();
            try {
                for (int call = 0; call < 2; call++) {
                    long start = System.nanoTime();
                    assertThatThrownBy(generator::nextId)
                            .isInstanceOf(BackendException.class)
                            .hasMessageContaining("draw an id")
                            .hasMessageContaining("no answer within 1000 ms");
                    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
                }
                long start = System.nanoTime();
                assertThatThrownBy(() -> IdGenerators.open("mysql-auto-increment", config))
                        .isInstanceOf(BackendException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
            } finally {
                server.resume();
            }
            Awaitility.await("an id after the pause")
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(() -> ids.add(generator.nextId()));
            assertThat(ids).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void counterIsKeptOverACleanRestartThoughRowsAreCleaned(String strategy) {
        long[] ids = new long[5_000];
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(database))) {
            generator.nextIds(ids, 0, ids.length);
            if (generator instanceof MySqlAutoIncrement rows) {
                Awaitility.await("used rows to go").until(() -> rows.rowsCleaned() > 3_000);
            }
        }
        server.restart();
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(database))) {
            assertThat(generator.nextId()).isGreaterThan(ids[ids.length - 1]);
        }
    }
}
