package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.MySqlServer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real database that is killed, paused and set back under load. */
@Order(1)
class StoreFaultTest {
    private static MySqlServer server;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(MySqlServer::start);
        assumeTrue(server.canFault(), () -> server + " cannot be killed");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void idsGoOnToTheEndOfWhatIsInHandAndResumeOnceAKilledDatabaseIsBack() {
        LeafDatabase database = new LeafDatabase(server);
        database.put("orders", 1, 1_000);
        Map<String, String> config = database.config("orders");
        config.put("max-wait", "3s");
        // So that it is known when all has arrived: no claim is under way when the database is killed.
        config.put("max-step", "1000");
        try (LeafSegmentGenerator ids = open(config)) {
            long last = 0;
            while (last < 1_500) {
                last = Eventually.untilAnswered(ids::nextId);
                for (int i = 0;
                        i < 100
                                && last < 1_500
                                && ids.stats().segment().orElseThrow().left() > 0;
                        i++) {
                    last = ids.nextId();
                }
            }
            long inHand = 1_500;
            await(() -> ids.stats().segment().orElseThrow().left() == inHand);
            server.kill();
            for (long i = 0; i < inHand; i++) {
                assertThat(ids.nextId()).isEqualTo(++last);
            }
            long before = System.nanoTime();
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("max-wait = 3000 ms");
            assertThat(System.nanoTime() - before).isGreaterThan(2_900_000_000L);
            // The claim's own time-out may end after the call's.
            await(() -> ids.stats().segment().orElseThrow().failures() > 0);
            assertThat(ids.stats().segment().orElseThrow().lastFailure()).isNotBlank();

            server.restart();
            await(() -> ids.stats().segment().orElseThrow().left() > 0);
            assertThat(ids.nextId()).isEqualTo(last + 1);
        }
    }

    @Test
    void threadsUnderLoadSeeNoRepeatOverAKill() throws Exception {
        LeafDatabase database = new LeafDatabase(server);
        database.put("orders", 1, 10_000);
        Map<String, String> config = database.config("orders");
        config.put("max-wait", "1s");
        config.put("max-step", "10000");
        AtomicBoolean enough = new AtomicBoolean();
        AtomicLong refused = new AtomicLong();
        try (LeafSegmentGenerator ids = open(config)) {
            FutureTask<long[]> draw = new FutureTask<>(() -> drawUntil(enough, ids, refused));
            FutureTask<long[]> other = new FutureTask<>(() -> drawUntil(enough, ids, refused));
            start(draw);
            start(other);
            await(() -> ids.stats().segment().orElseThrow().loads() > 5);
            server.kill();
            await(() -> refused.get() > 0);
            server.restart();
            long loads = ids.stats().segment().orElseThrow().loads();
            await(() -> ids.stats().segment().orElseThrow().loads() > loads + 2);
            enough.set(true);
            long[] all = LongStream.concat(
                            Arrays.stream(draw.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)),
                            Arrays.stream(other.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)))
                    .sorted()
                    .toArray();
            for (int i = 1; i < all.length; i++) {
                assertThat(all[i]).isGreaterThan(all[i - 1]);
            }
        }
    }

    /** The limit is for a close that would wait for ever. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPausedDatabaseIsAnErrorAtTheDeadlineAndAClosedGeneratorDoesNotWaitForIt() {
        LeafDatabase database = new LeafDatabase(server);
        database.put("orders", 1, 10);
        Map<String, String> config = database.config("orders");
        config.put("max-wait", "1s");
        config.put("store.timeout", "2s");
        LeafSegmentGenerator ids = open(config);
        server.pause();
        try {
            assertThatThrownBy(() -> ids.nextIds(new long[100], 0, 100)).isInstanceOf(BackendException.class);
            ids.close();
        } finally {
            server.resume();
        }
    }

    @Test
    void aDatabaseRestoredFromABackupRepeatsNothing() {
        LeafDatabase database = new LeafDatabase(server);
        database.put("orders", 1, 10);
        try (LeafSegmentGenerator ids = open(database.config("orders"))) {
            ids.nextIds(new long[95], 0, 95);
            await(() -> ids.stats().segment().orElseThrow().left() > 10);
            database.put("orders", 21, 10);
            // More than may be in hand after 95.
            assertThatThrownBy(() -> ids.nextIds(new long[10_000], 0, 10_000))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("orders");
        }
    }

    private static long[] drawUntil(AtomicBoolean enough, LeafSegmentGenerator ids, AtomicLong refused) {
        LongStream.Builder drawn = LongStream.builder();
        long last = 0;
        while (!enough.get()) {
            try {
                long id = ids.nextId();
                if (id <= last) {
                    throw new AssertionError(id + " after " + last);
                }
                last = id;
                drawn.add(id);
                // So slowly that all ids can be kept.
                LockSupport.parkNanos(20_000);
            } catch (BackendException e) {
                refused.incrementAndGet();
            }
        }
        return drawn.build().toArray();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private static LeafSegmentGenerator open(Map<String, String> config) {
        return (LeafSegmentGenerator) Eventually.untilAnswered(() -> IdGenerators.openLong("leaf-segment", config));
    }
}
