package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.contract.LeaseCrowd;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are renewed by one script. */
@Order(2)
class RedisLeaseBatchTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    /** Of which two thirds are longer than a machine stands still. */
    private static final Duration RESERVATION = Duration.ofSeconds(12);

    /** Of each renewal. */
    private static final int ARGUMENTS = 4;

    /** Of the words of a record. */
    private static final int TOKEN = 0;

    private static final int BOUND = 1;

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicBoolean losesAnswers = new AtomicBoolean();
    private final AtomicReference<@Nullable Object> anothersAnswer = new AtomicReference<>();
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
                Object answer = real.run(script, keys, arguments);
                int renewals = renewals(script, arguments);
                if (renewals > 0) {
                    most.accumulateAndGet(renewals, Math::max);
                    if (losesAnswers.get()) {
                        throw new BackendException("the answer is lost");
                    }
                    Object anothers = anothersAnswer.getAndSet(null);
                    if (anothers != null) {
                        return anothers;
                    }
                }
                return answer;
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

    /** How many a request renews. One that takes a record names the header that must stand. */
    private static int renewals(Script script, List<String> arguments) {
        return script.equals(RedisRecordStore.WRITE)
                        && arguments.get(ARGUMENTS - 1).isEmpty()
                ? arguments.size() / ARGUMENTS
                : 0;
    }

    private WorkerIds open(String source) {
        return new StoreWorkerIds(
                RedisFixture.records(source, link, prefix), MAX_AHEAD, StoreWorkerIds.Creation.ALLOWED);
    }

    private static WorkerRequest request(Duration reservation) {
        return new WorkerRequest(
                "orders", 1023, OptionalInt.empty(), reservation, "layout", "node", InstantSource.system());
    }

    private long recordedBound(String source, WorkerLease lease) {
        return Long.parseLong(record(source, lease).split(" ")[BOUND]);
    }

    private String hash(String source) {
        return RedisFixture.hash(source, prefix + ":{orders}");
    }

    private String record(String source, WorkerLease lease) {
        return RedisFixture.ask(server, client -> client.hget(hash(source), Integer.toString(lease.workerId())));
    }

    private void write(String source, WorkerLease lease, String record) {
        RedisFixture.ask(server, client -> client.hset(hash(source), Integer.toString(lease.workerId()), record));
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"redis", "redis-set"})
    void manyLeasesAreRenewedByFewThreads(String source) {
        LeaseCrowd.requireFewThreads(open(source), request(Duration.ofSeconds(30)), 300);
        assertThat(most).hasValueGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void whatBecomesOfOneRecordIsNothingToTheOthers(String source) {
        WorkerIds ids = open(source);
        List<WorkerLease> held = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            held.add(ids.acquire(request(RESERVATION)));
        }
        String early = record(source, held.get(2));
        long first = held.get(2).reservedUntil();
        Eventually.await("a batch").until(() -> most.get() > 1 && held.get(2).reservedUntil() > first);
        RedisFixture.ask(
                server,
                client -> client.hdel(hash(source), Integer.toString(held.get(0).workerId())));
        String[] words = record(source, held.get(1)).split(" ");
        // Far above, so that it is above that of a renewal which comes before this write, too.
        words[BOUND] = Long.toString(Long.parseLong(words[BOUND]) + 600_000);
        words[TOKEN] = "another";
        write(source, held.get(1), String.join(" ", words));
        write(source, held.get(2), early);
        write(source, held.get(3), "what somebody wrote");

        Eventually.await("four losses")
                .until(() -> held.subList(0, 4).stream()
                        .allMatch(lease -> lease.health().lost()));

        assertThat(held.get(0).failure())
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContainingAll("worker id ", "was confirmed before", "This generator issues no more ids.");
        assertThat(held.get(1).failure())
                .isInstanceOf(LeaseLostException.class)
                .hasMessageMatching(
                        "(?s).*worker id \\d+ of .* is held by .* now, with a bound of .*Z; the bound of this node was"
                                + " .*Z\\. .* This generator issues no more ids: open a new one, or restart the process\\.");
        assertThat(held.get(2).failure()).isInstanceOf(StoreRegressedException.class);
        assertThat(held.get(3).failure()).isInstanceOf(StoreRegressedException.class);
        Map<WorkerLease, Long> before = new HashMap<>();
        held.subList(4, 7).forEach(lease -> before.put(lease, lease.reservedUntil()));
        Eventually.await("renewals of the others")
                .until(() -> before.entrySet().stream()
                        .allMatch(each -> each.getKey().reservedUntil() > each.getValue() + 1_000));
        assertThat(held.subList(4, 7))
                .allSatisfy(lease -> assertThat(lease.failure()).isNull());
        held.forEach(WorkerLease::close);
    }

    /** As on a connection that is one answer behind. */
    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void answerToAnotherRenewalMovesNoBound(String source) {
        RenewedLease lease = Leases.byHand(open(source), request(RESERVATION));
        long bound = lease.reservedUntil();
        String before = "the token that was written before";
        anothersAnswer.set(List.of("1", "-", "", "1", "1", before, "1"));
        assertThat(lease.renew()).isFalse();
        assertThat(lease.failure()).isInstanceOf(BackendException.class).hasMessageContaining("another request");
        assertThat(lease.reservedUntil()).isEqualTo(bound);
        assertThat(lease.renew()).isTrue();
        lease.close();
    }

    /** The records have the new bounds, and the leases show the old ones. */
    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void batchWhoseAnswerIsLostMovesNoBoundThatIsShownAndIsTakenUpAgain(String source) {
        WorkerIds ids = open(source);
        List<WorkerLease> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            held.add(ids.acquire(request(RESERVATION)));
        }
        Eventually.await("a batch that moves bounds")
                .until(() -> most.get() > 1
                        && held.stream().allMatch(lease -> lease.reservedUntil() > lease.stampedUntil()));
        losesAnswers.set(true);
        Eventually.await("failures")
                .until(() -> held.stream().allMatch(lease -> lease.health().renewalsFailed() >= 2));
        for (WorkerLease lease : held) {
            long shown = lease.reservedUntil();
            assertThat(lease.failure()).isInstanceOf(BackendException.class);
            assertThat(recordedBound(source, lease)).isGreaterThan(shown);
            assertThat(lease.reservedUntil()).isEqualTo(shown);
        }
        losesAnswers.set(false);
        Eventually.await("renewals").until(() -> held.stream().allMatch(lease -> lease.failure() == null));
        assertThat(held).noneMatch(lease -> lease.health().lost());
        held.forEach(WorkerLease::close);
    }
}
