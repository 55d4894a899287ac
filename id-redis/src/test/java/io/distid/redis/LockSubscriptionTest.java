package io.distid.redis;

import io.distid.coordination.FreedLocks;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.LossyLink;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Links that fall silent, and such on which there is nothing to say. */
class LockSubscriptionTest {
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
    void linkOnWhichNothingArrivesAnyMoreIsLeftAndMadeAnew() throws Exception {
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

    @Test
    void subscriptionWithoutMessagesIsKeptAsLongAsItAnswers() {
        RedisLink link = link("60s");
        // As often as the time-out allows it, which is seldom: so it is asked directly.
        FreedLocks messages = new FreedLocks("test", "messages", new FreedLocks.Source() {
            @Override
            public void listen(FreedLocks freed) {
                link.callOn(channels, node -> {
                    new LockSubscription(node.connection(), channels, freed, Duration.ofSeconds(5)).listen();
                    return "";
                });
            }

            @Override
            public void end() {
                proxy.cut();
            }
        });
        try {
            messages.watch("a", calls::release);
            Eventually.await("a subscription").until(messages::isListening);
            // One that a busy machine answers too late is begun anew, and calls; then the next one is looked at.
            Eventually.await("two answers to one subscription").until(() -> {
                int begun = calls.availablePermits();
                long answers = proxy.answers();
                Eventually.await("answers").until(() -> proxy.answers() >= answers + 2);
                return messages.isListening() && calls.availablePermits() == begun;
            });
        } finally {
            messages.close();
            link.close();
        }
    }
}
