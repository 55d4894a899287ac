package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.FreedLocks;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Links that fall silent, and such on which there is nothing to say. */
class LockMessagesTest {
    private final RedisServer server = RedisFixture.server();
    private final String channels = RedisFixture.freshKey() + ":freed:";
    private final LossyLink proxy = new LossyLink(new InetSocketAddress(server.host(), server.port()));
    private final Semaphore calls = new Semaphore(0);

    @AfterEach
    void close() {
        proxy.close();
    }

    private RedisLink link(String timeout) {
        return RedisClients.open(IdConfig.of(
                new RedisLockStoreProvider(),
                RedisFixture.through(proxy.address(), RedisFixture.config(server.url(), "timeout", timeout))));
    }

    @Test
    void linkOnWhichNothingArrivesAnyMoreIsLeftAndCreatedAgain() throws Exception {
        RedisLink link = link("500ms");
        FreedLocks messages = LockMessages.of(link, channels, Duration.ofMillis(500));
        try {
            messages.watch("a", calls::release);
            Eventually.await("a subscription").until(messages::isListening);
            // Nothing is cut: neither end hears of it.
            proxy.hold();
            Eventually.await("the end of the subscription").until(() -> !messages.isListening());
            proxy.pass();
            Eventually.await("another subscription").until(messages::isListening);
            calls.drainPermits();
            Eventually.await("a message").until(() -> {
                RedisFixture.ask(server, client -> client.publish(channels + "a", ""));
                return calls.tryAcquire(1, TimeUnit.SECONDS);
            });
        } finally {
            messages.close();
            link.close();
        }
    }

    @Test
    void closeOnADeadLinkEndsTheSubscription() {
        RedisLink link = link("500ms");
        FreedLocks messages = LockMessages.of(link, channels, Duration.ofMillis(500));
        try {
            messages.watch("a", calls::release);
            Eventually.await("a subscription").until(messages::isListening);
            proxy.hold();
            messages.close();
            Eventually.await("the end of the subscription").until(() -> !messages.isListening());
        } finally {
            link.close();
        }
    }

    /** So that one which is dead would be noticed. Waiters look each time that it begins, and so miss nothing. */
    @Test
    void silentSubscriptionIsCreatedAgain() {
        RedisLink link = link("60s");
        FreedLocks messages = LockMessages.of(link, channels, Duration.ofMillis(100));
        try {
            messages.watch("a", calls::release);
            Eventually.await("some subscriptions").until(() -> calls.tryAcquire(5));
            assertThat(messages.isListening()).isTrue();
        } finally {
            messages.close();
            link.close();
        }
    }
}
