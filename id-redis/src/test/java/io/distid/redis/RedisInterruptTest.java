package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.IdGenerators;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol;

/** An interrupt while a command is under way: of a virtual thread that reads from a socket, the JDK closes the socket. */
class RedisInterruptTest {
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

    private Map<String, String> config() {
        return RedisFixture.through(
                link.address(), RedisFixture.config(server.url(), "key", key, "create", "true", "pool-size", "4"));
    }

    private RedisLink connect() {
        return RedisClients.open(IdConfig.of(new RedisIncrProvider(), config()));
    }

    private static long increment(RedisLink redis, String key, AtomicInteger attempts) {
        return redis.callOn(key, node -> {
            attempts.incrementAndGet();
            CommandArguments increment = new CommandArguments(Protocol.Command.INCR).key(key);
            return node.execute(new CommandObject<>(increment, BuilderFactory.LONG));
        });
    }

    /** What a call throws on a virtual thread that is interrupted once the link holds what it has sent, and whether the interrupt is kept. */
    private Interrupted interruptOnAVirtualThread(ThrowingCallable call) throws Exception {
        CompletableFuture<Interrupted> outcome = new CompletableFuture<>();
        Runnable task = () -> {
            Throwable error = catchThrowable(call);
            outcome.complete(new Interrupted(error, Thread.currentThread().isInterrupted()));
        };
        long before = link.held();
        link.hold();
        // By reflection, since the tests are compiled for Java 17.
        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        Eventually.await("a command that is under way").until(() -> link.held() > before);
        thread.interrupt();
        Interrupted interrupted = outcome.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        link.pass();
        return interrupted;
    }

    private record Interrupted(Throwable error, boolean kept) {}

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void commandOfAnInterruptedVirtualThreadIsSentOnce() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        try (RedisLink redis = connect()) {
            increment(redis, key, new AtomicInteger());
            Interrupted interrupted = interruptOnAVirtualThread(() -> increment(redis, key, attempts));
            assertThat(attempts).as("attempts").hasValue(1);
            assertThat(interrupted.error()).isInstanceOf(InterruptedIdException.class);
            assertThat(interrupted.kept()).as("whether the interrupt is kept").isTrue();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void interruptedVirtualThreadThatDrawsAnIdIsReportedSoAndOneIdIsLost() throws Exception {
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config())) {
            long last = ids.nextId();
            Interrupted interrupted = interruptOnAVirtualThread(ids::nextId);
            assertThat(interrupted.error())
                    .isInstanceOf(InterruptedIdException.class)
                    .hasMessageContaining("interrupted while waiting for Redis at redis://127.0.0.1:");
            assertThat(interrupted.kept()).as("whether the interrupt is kept").isTrue();
            // It was sent before the interrupt, and arrives though its connection is closed.
            Eventually.await("the claim of the interrupted thread")
                    .until(() -> RedisFixture.counter(server, key) > last);
            assertThat(ids.nextId()).isEqualTo(last + 2);
        }
    }

    /** It cannot be told from one whose connection was closed by the interrupt. */
    @Test
    void interruptedThreadDoesNotRepeatWhatADeadConnectionDidNotAnswer() {
        AtomicInteger attempts = new AtomicInteger();
        try (RedisLink redis = connect()) {
            long before = increment(redis, key, new AtomicInteger());
            link.cut();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> increment(redis, key, attempts)).isInstanceOf(InterruptedIdException.class);
            assertThat(Thread.interrupted()).as("whether the interrupt is kept").isTrue();
            assertThat(attempts).as("attempts").hasValue(1);
            assertThat(increment(redis, key, attempts)).isEqualTo(before + 1);
        }
    }
}
