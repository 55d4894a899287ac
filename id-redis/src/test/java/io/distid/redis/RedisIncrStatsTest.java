package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.IdStats;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.WaitStats;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code stats()} has of a counter: what is left of it, and which calls waited for another one's claim or failed. */
class RedisIncrStatsTest {
    private static final int MOST_ROUNDS = 10;

    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private LossyLink link;

    @BeforeEach
    void start() {
        link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
    }

    @AfterEach
    void end() {
        link.close();
    }

    private LongIdGenerator open(String... settings) {
        Map<String, String> config = RedisFixture.config(server.url(), "key", key, "create", "true");
        return IdGenerators.openLong(
                "redis-incr", RedisFixture.through(link.address(), ConfigPairs.with(config, settings)));
    }

    /** Draws an id on a thread of its own, which completes with what it throws, or with null. */
    private static Call draw(LongIdGenerator ids) {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> outcome.complete(catchThrowable(ids::nextId)), "draws an id");
        thread.setDaemon(true);
        thread.start();
        return new Call(thread, outcome);
    }

    private record Call(Thread thread, CompletableFuture<Throwable> outcome) {
        Throwable error() throws Exception {
            return outcome.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** A caller whose claim is under way, and stays so until the link passes it on. */
    private Call claim(LongIdGenerator ids) {
        long before = link.held();
        link.hold();
        Call claim = draw(ids);
        Eventually.await("a claim that is under way").until(() -> link.held() > before);
        return claim;
    }

    private static WaitStats waits(LongIdGenerator ids) {
        return ids.stats().waits().orElseThrow();
    }

    @Test
    void callThatWaitsForTheClaimOfAnotherIsCountedWithItsTime() throws Exception {
        try (LongIdGenerator ids = open("batch", "10")) {
            ids.nextIds(new long[10], 0, 10);
            assertThat(waits(ids)).isEqualTo(new WaitStats(0, Duration.ZERO));
            Call claims = claim(ids);
            Call waits = draw(ids);
            Eventually.await("a call that waits").until(() -> waits(ids).calls() == 1);
            link.pass();
            assertThat(claims.error()).isNull();
            assertThat(waits.error()).isNull();
            assertThat(waits(ids).calls()).isEqualTo(1);
            assertThat(waits(ids).time()).isPositive();
        }
    }

    @Test
    void callThatIsInterruptedWhileItWaitsForTheClaimOfAnotherIsAFailure() throws Exception {
        try (LongIdGenerator ids = open("batch", "10")) {
            Call claims = claim(ids);
            Call waits = draw(ids);
            Eventually.await("a call that waits").until(() -> waits(ids).calls() == 1);
            waits.thread().interrupt();
            assertThat(waits.error()).isInstanceOf(InterruptedIdException.class);
            assertThat(ids.stats().failures()).isEqualTo(Map.of(InterruptedIdException.class, 1L));
            link.pass();
            assertThat(claims.error()).isNull();
        }
    }

    /** Whoever stands behind more than two others that get no answer gives up before its turn. */
    @Test
    void callThatGivesUpWaitingForTheClaimOfAnotherIsAFailure() throws Exception {
        try (LongIdGenerator ids = Eventually.untilAnswered(() -> open("batch", "10", "timeout", "500ms"))) {
            Map<Class<?>, Long> before = Map.copyOf(ids.stats().failures());
            claim(ids).error();
            long failed = 1;
            boolean gaveUp = false;
            // On a busy machine they may begin so late, one after the other, that none stands behind others.
            for (int round = 0; !gaveUp && round < MOST_ROUNDS; round++) {
                for (Call call : Stream.generate(() -> draw(ids)).limit(6).toArray(Call[]::new)) {
                    assertThat(call.error()).isInstanceOf(BackendException.class);
                    gaveUp |= call.error().getMessage().contains("another thread is still waiting");
                    failed++;
                }
            }
            link.pass();
            assertThat(gaveUp).as("whether a call gave up before its turn").isTrue();
            assertThat(before).isEmpty();
            assertThat(ids.stats().failures()).isEqualTo(Map.of(BackendException.class, failed));
        }
    }

    @Test
    void idsLeftAreThoseUpToTheEndOfTheCounter() {
        RedisFixture.setCounter(server, key, Counter.LIMIT - 10);
        try (LongIdGenerator ids = open()) {
            assertThat(ids.stats().idsLeft()).hasValue(10);
            ids.nextId();
            assertThat(ids.stats().idsLeft()).hasValue(9);
            ids.nextIds(new long[9], 0, 9);
            assertThat(ids.stats().idsLeft()).hasValue(0);
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void whatDoesNotApplyIsAbsent() {
        try (LongIdGenerator ids = open()) {
            IdStats stats = ids.stats();
            assertThat(stats.waits())
                    .as("waits of a generator whose calls wait for none")
                    .isEmpty();
        }
        RedisFixture.ask(server, client -> client.del(key));
        try (LongIdGenerator ids = open("period", "month")) {
            assertThat(ids.stats().idsLeft())
                    .as("ids left where they begin anew")
                    .isEmpty();
        }
    }
}
