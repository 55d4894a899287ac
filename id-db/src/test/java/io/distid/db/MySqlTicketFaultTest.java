package io.distid.db;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import io.distid.testkit.Eventually;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server that is killed and paused while ids are drawn. */
class MySqlTicketFaultTest {
    private static MySqlServer server;
    private Database database;

    @BeforeAll
    static void start() {
        server = orSkip(MySqlServer::start);
        assumeTrue(server.canFault(), server + " cannot be killed");
    }

    @BeforeEach
    void create() {
        database = server.createDatabase();
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void noIdRepeatsWhenTheServerIsKilledUnderLoad(String strategy) throws Exception {
        Map<String, String> config = Servers.config(database);
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
                            // What is expected while the server is down. A call at once would slow its start.
                            LockSupport.parkNanos(1_000_000);
                        } catch (RuntimeException e) {
                            wrong.add(e.toString());
                        }
                        if (drawn == 50) {
                            warm.countDown();
                        }
                    }
                });
            }
            assertThat(warm.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            for (int kill = 0; kill < 2; kill++) {
                server.kill();
                server.restart();
                int before = seen.size();
                Eventually.await("ids after a restart").until(() -> seen.size() > before + 100);
            }
            over.set(true);
            threads.shutdown();
            assertThat(threads.awaitTermination(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(wrong).isEmpty();
    }

    /** The limit is for a call that would wait for ever. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void callOnAPausedServerEndsWithAClearErrorAndIdsResume() {
        Map<String, String> config = Servers.config(database, "timeout", "1s");
        try (LongIdGenerator generator =
                Eventually.untilAnswered(() -> IdGenerators.openLong("mysql-auto-increment", config))) {
            Set<Long> ids = new HashSet<>();
            ids.add(Eventually.untilAnswered(generator::nextId));
            server.pause();
            try {
                for (int call = 0; call < 2; call++) {
                    assertThatThrownBy(generator::nextId)
                            .isInstanceOf(BackendException.class)
                            .hasMessageContaining("draw an id")
                            .hasMessageContaining("no answer within 1000 ms");
                }
                assertThatThrownBy(() -> IdGenerators.open("mysql-auto-increment", config))
                        .isInstanceOf(BackendException.class);
            } finally {
                server.resume();
            }
            ids.add(Eventually.untilAnswered(generator::nextId));
            assertThat(ids).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void counterIsKeptOverACleanRestartThoughRowsAreCleaned(String strategy) {
        long[] ids = new long[5_000];
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(database))) {
            generator.nextIds(ids, 0, ids.length);
            if (generator instanceof MySqlAutoIncrement) {
                Eventually.await("used rows to go")
                        .until(() -> Servers.number(database, "SELECT COUNT(*) FROM distid_auto_increment") < 2_000);
            }
        }
        server.restart();
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(database))) {
            assertThat(generator.nextId()).isGreaterThan(ids[ids.length - 1]);
        }
    }
}
