package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.redis.RedisWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** {@link LeasesCommand} on a real Redis that keeps all through a restart. */
@Timeout(300)
class LeasesCommandTest {
    private static final String HASH = "distid:workers:{orders}";
    /** So long that a busy machine does not change how many hours are left, and that nothing is renewed meanwhile. */
    private static final Duration RESERVATION = Duration.ofHours(30).plusMinutes(30);

    private final RedisServer server =
            ServerAssumptions.orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always")));
    private final RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void idsAreListedWithHoldersAndBoundsBelowFloorAndIncarnation() {
        try (WorkerIds ids = provider.open(config());
                RecordStore store = provider.records(config());
                Jedis redis = new Jedis(server.host(), server.port())) {
            twoHeldOneReleasedOneLost(ids, redis);
            long written = written(redis);

            CommandRun run = leases("orders");

            assertThat(written(redis)).as("nothing is written").isEqualTo(written);
            assertThat(run.exitCode()).as(run.err()).isZero();
            View view = store.read("orders", 0, 128);
            LeaseRecord far = store.read("orders", 700, 1).records().get(700);
            String[] incarnation = view.at().incarnation().split(":");
            assertThat(run.out().replaceAll("(store clock +)\\S+", "$1<now>"))
                    .isEqualToNormalizingNewlines("""
                            hash distid:workers:{orders} of Redis at %s
                              layout       41 bits
                              floor        %s
                              incarnation  %s:
                                             %s
                              answered by  the same
                              store clock  <now>
                              records      4 made, 3 there
                              worker ids   2 held, 1 free again
                              note         lost since the floor was raised: 1; the next acquire raises it
                                             above all that their holders can have reserved

                              id   free      bound                     holder
                              3    in 30 h   %s  orders-1/4711
                              5    released  %s  orders-3/8
                              700  in 30 h   %s  orders-2/17
                            """.formatted(
                                    server.url(),
                                    time(view.header().floor()),
                                    incarnation[0],
                                    incarnation[1],
                                    bound(view.records().get(3)),
                                    bound(view.records().get(5)),
                                    bound(far)));
        }
    }

    @Test
    void incarnationThatTheHeaderDoesNotNameIsReported() {
        try (WorkerIds ids = provider.open(config())) {
            acquire(ids, 3, "orders-1/4711");
            server.restart();

            CommandRun run = leases("orders");

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
            assertThat(run.out().replaceAll("\\R {15,}", " "))
                    .doesNotContain("answered by  the same")
                    .contains(
                            "note         the header names another incarnation than the server that answered, which may"
                                    + " lack the last writes; the next acquire or renewal raises the floor")
                    .contains("  3   in 30 h  ");
        }
    }

    @Test
    void recordsOfGreaterIdsAreCounted() {
        try (WorkerIds ids = provider.open(config())) {
            acquire(ids, 3, "orders-1/4711");
            acquire(ids, 700, "orders-2/17");

            assertThat(leases("orders", "--last-id", "699").out())
                    .contains("note         records of ids above 699: 1; --last-id shows them")
                    .doesNotContain("orders-2/17");
            assertThat(leases("orders", "--last-id", "700").out())
                    .contains("orders-2/17")
                    .doesNotContain("note");
        }
    }

    @Test
    void missingNamespaceIsReportedAndNotCreated() {
        CommandRun run = leases("ordres", "-Dcreate=true");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualToNormalizingNewlines("namespace \"ordres\" (hash distid:workers:{ordres} of Redis at "
                        + server.url() + ") does not exist\n");
        try (Jedis redis = new Jedis(server.host(), server.port())) {
            assertThat(redis.dbSize()).isZero();
        }
    }

    @Test
    void sourceWithoutRecordsAndUnknownOnesAreRefused() {
        assertThat(CommandRun.refusal("leases --store fixed --namespace orders -Did=1: source of worker ids"))
                .contains("\"fixed\" keeps no records of leases");
        assertThat(CommandRun.refusal("leases --store nope --namespace orders: unknown source of worker ids"))
                .contains("redis");
        assertThat(CommandRun.refusal("leases --store redis --namespace orders --last-id -1: --last-id is -1"))
                .contains("must be from 0");
    }

    /** Of ids that two windows are needed for. */
    private static void twoHeldOneReleasedOneLost(WorkerIds ids, Jedis redis) {
        WorkerLease held = acquire(ids, 3, "orders-1/4711");
        acquire(ids, 700, "orders-2/17");
        acquire(ids, 5, "orders-3/8").release(held.reservedUntil());
        acquire(ids, 9, "orders-4/12");
        assertThat(redis.hdel(HASH, "9")).isEqualTo(1);
    }

    private static WorkerLease acquire(WorkerIds ids, int id, String holder) {
        return ids.acquire(new WorkerRequest(
                "orders", 1023, OptionalInt.of(id), RESERVATION, "41 bits", holder, InstantSource.system()));
    }

    private IdConfig config() {
        return IdConfig.of(provider, Map.of("url", server.url(), "create", "true", "timeout", "60s"));
    }

    private CommandRun leases(String namespace, String... more) {
        String[] words = {
            "leases", "--store", "redis", "--namespace", namespace, "-Durl=" + server.url(), "-Dtimeout=60s"
        };
        return CommandRun.of(Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new));
    }

    /** How many changes the server counts. */
    private static long written(Jedis redis) {
        return redis.info("persistence")
                .lines()
                .filter(line -> line.startsWith("rdb_changes_since_last_save:"))
                .mapToLong(line -> Long.parseLong(line.split(":")[1].strip()))
                .sum();
    }

    private static String bound(LeaseRecord record) {
        return String.format("%-24s", time(record.bound()));
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
