package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.internal.time.TickFormat;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordText;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.time.ClockLimits;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many starts at once, which harm nobody who runs. */
@Timeout(600)
class RedisFleetStartTest {
    private static final int HELD = 10_000;
    private static final int STARTERS = 48;
    /** No record ends within a test. */
    private static final Duration LASTING = Duration.ofMinutes(30);

    private static final String HASH = "distid:workers:{fleet}";

    private final RedisServer server = ServerAssumptions.orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY));

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void requestThatIsCarriedOutAfterItsCallerHasLeftGrantsNothing(String source) {
        boolean leases = source.equals("redis");
        String hash = leases ? HASH : "distid:machines:{fleet}:notes";
        try (WorkerIds patient = RedisFixture.workers(source, server.url());
                WorkerIds hasty =
                        RedisFixture.workers(source, server.url(), "open-timeout", "200ms", "timeout", "200ms")) {
            patient.acquire(request("patient", 1_000)).close();
            server.pause();
            try {
                assertThatThrownBy(() -> hasty.acquire(request("hasty", 1_000))).isInstanceOf(BackendException.class);
            } finally {
                server.resume();
            }
            // What was sent before is carried out by the end of this.
            RedisFixture.ask(server, client -> client.ping());
            List<String> records = RedisFixture.ask(server, client -> client.hvals(hash));
            assertThat(records).isNotEmpty().noneMatch(record -> record.endsWith(" hasty"));
        }
    }

    @Test
    void sourceGrantsAgainThoughTheServersClockIsFarFromWhatItReported() {
        Map<String, String> config = RedisFixture.config(server.url(), "create", "true");
        try (RedisLink link =
                RedisWorkerIdsProvider.connectForLeases(IdConfig.of(new RedisWorkerIdsProvider(), config))) {
            // As if its clock had been an hour behind when it was asked.
            link.open("distid:workers", Duration.ofSeconds(30), opened -> {});
            link.noteTime(System.currentTimeMillis() - 3_600_000);
            WorkerIds ids = new StoreWorkerIds(
                    new RedisRecordStore(link, "distid:workers"), Duration.ofSeconds(1), Creation.ALLOWED);
            ids.acquire(request("late", 1_000)).close();
        }
    }

    /** Its look was answered in time. */
    @Test
    void takeThatIsCarriedOutAfterItsCallerHasLeftGrantsNothing() {
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        Duration within = Duration.ofMillis(200);
        Map<String, String> config = RedisFixture.config(server.url(), "timeout", "200ms");
        Header header = new Header("token", "layout", 1, "run", 0);
        LeaseRecord record = new LeaseRecord("token", 2, 1, Long.MAX_VALUE / 10, "hasty", null);
        try (WorkerIds patient = RedisFixture.workers("redis", server.url());
                RecordStore hasty = Eventually.untilAnswered(() -> new RedisRecordStore(
                        RedisWorkerIdsProvider.connectForLeases(IdConfig.of(provider, config)),
                        "distid:workers",
                        within))) {
            Eventually.untilAnswered(() -> hasty.writeHeader("fleet", null, header));
            // The server knows the script then.
            Eventually.untilAnswered(() -> hasty.write("fleet", List.of(new Write(1, null, record, header))));
            server.pause();
            try {
                assertThatThrownBy(() -> hasty.write("fleet", List.of(new Write(0, null, record, header))))
                        .isInstanceOf(BackendException.class);
            } finally {
                server.resume();
            }
            // On a connection that was made before: what was sent earlier is carried out earlier, or by then.
            patient.acquire(request("patient", 1_000)).close();
            View view = Eventually.untilAnswered(() -> hasty.read("fleet", 0, 1));
            assertThat(view.records().values())
                    .noneMatch(found -> found.holder().equals("hasty"));
        }
    }

    @Test
    void acquiresLeaveAConnectionToRenewals() throws Exception {
        Map<String, String> config = RedisFixture.config(server.url(), "pool-size", "1");
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RedisLink link =
                RedisWorkerIdsProvider.connectForLeases(IdConfig.of(new RedisWorkerIdsProvider(), config))) {
            for (int i = 0; i < 8; i++) {
                threads.submit(() -> link.acquiring(
                        new AcquireRetries(Duration.ofMinutes(5)),
                        () -> link.callOn(HASH, node -> {
                            begun.countDown();
                            return waited(end);
                        })));
            }
            assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();
            CompletableFuture<String> renewal =
                    CompletableFuture.supplyAsync(() -> link.call(HASH, RedisCommands.field(HASH, "0")), threads);
            assertThat(renewal.get(2, TimeUnit.MINUTES)).isNull();
            end.countDown();
        } finally {
            end.countDown();
            threads.shutdown();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void starterThatGaveUpHasNoIdAndARunningNodeFailsNoCall() throws Exception {
        TickFormat format = new TickFormat(0, 1, 41, 12);
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicBoolean over = new AtomicBoolean();
        Set<String> granted = ConcurrentHashMap.newKeySet();
        // With a floor that is long past: a first start would wait for a reservation.
        RedisFixture.ask(server, client -> client.hset(HASH, RedisFixture.header(server, "layout", 0)));
        try (WorkerIds running = RedisFixture.workers("redis", server.url(), "create", "false");
                LeasedSequencer living = LeasedSequencer.open(
                        running,
                        request("living", HELD + STARTERS, OptionalInt.of(0)),
                        format,
                        ClockLimits.WAIT,
                        Duration.ofMinutes(2))) {
            hold();
            Future<?> calls = threads.submit(() -> {
                while (!over.get()) {
                    living.sequencer().next();
                }
            });
            List<Future<?>> starts = new ArrayList<>();
            for (int i = 0; i < STARTERS; i++) {
                String holder = "starter-" + i;
                starts.add(threads.submit(() -> start(holder, granted)));
            }
            for (Future<?> start : starts) {
                start.get(5, TimeUnit.MINUTES);
            }
            over.set(true);
            calls.get(2, TimeUnit.MINUTES);
            assertThat(starters()).isEqualTo(new TreeSet<>(granted)).isNotEmpty();
        } finally {
            over.set(true);
            threads.shutdownNow();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** Tries with a time-out that is short for so many, and under another name each time. */
    private void start(String holder, Set<String> granted) {
        for (int attempt = 0; attempt < 5; attempt++) {
            String name = holder + "-" + attempt;
            WorkerIds source;
            try {
                source = RedisFixture.workers("redis", server.url(), "open-timeout", "150ms");
            } catch (BackendException e) {
                continue;
            }
            try (source) {
                source.acquire(request(name, HELD + STARTERS).withRenewer(lease -> {}));
                granted.add(name);
                return;
            } catch (IdException e) {
                // The next one, under another name.
            }
        }
    }

    /** The holders of ids that were not put there by {@link #hold()}. */
    private Set<String> starters() {
        return RedisFixture.ask(server, client -> client.hvals(HASH)).stream()
                // A record that was freed keeps the name of its last holder.
                .filter(record -> !record.contains(" 0 starter-"))
                .map(record -> record.substring(record.lastIndexOf(' ') + 1))
                .filter(holder -> holder.startsWith("starter-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All ids but one for each starter. */
    private void hold() {
        long until = System.currentTimeMillis() + Duration.ofHours(2).toMillis();
        Map<String, String> records = new HashMap<>();
        for (int id = 1; id < HELD; id++) {
            records.put(
                    Integer.toString(id), RecordText.of(new LeaseRecord("token-" + id, until, 0, until, "held", null)));
        }
        records.put("made", Integer.toString(HELD));
        RedisFixture.ask(server, client -> client.hset(HASH, records));
    }

    private static WorkerRequest request(String holder, int lastId) {
        return request(holder, lastId, OptionalInt.empty());
    }

    private static WorkerRequest request(String holder, int lastId, OptionalInt preferred) {
        return new WorkerRequest("fleet", lastId, preferred, LASTING, "layout", holder, InstantSource.system());
    }

    private static boolean waited(CountDownLatch end) {
        try {
            return end.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
