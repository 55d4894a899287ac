package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisBusyException;

/** What is said of a server's durability while the server goes away. */
class RedisDurabilityTest {
    @RegisterExtension
    final ServerExtension<RedisServer> server = RedisFixture.durable();

    @Test
    void counterWhoseServerGoesAwayIsNotSaidToLackDurability() {
        tellsThatItsServerIsAway(config -> new RedisIncrProvider()
                .open(IdConfig.of(new RedisIncrProvider(), config))
                .close());
    }

    @Test
    void workerIdsWhoseServerGoesAwayAreNotSaidToLackDurability() {
        tellsThatItsServerIsAway(config -> new RedisWorkerIdsProvider()
                .open(IdConfig.of(new RedisWorkerIdsProvider(), config))
                .close());
    }

    @Test
    void segmentStoreWhoseServerGoesAwayIsNotSaidToLackDurability() {
        tellsThatItsServerIsAway(config -> new RedisSegmentStoreProvider()
                .open(IdConfig.of(new RedisSegmentStoreProvider(), config))
                .close());
    }

    /** Somebody else's script runs once the server has lost an answer, so that the repeat is refused for as long as it does. */
    @Test
    void serverThatIsBusyIsNotSaidToLackDurability() throws InterruptedException {
        RedisServer busy = server.get();
        RedisFixture.ask(busy, client -> client.configSet("lua-time-limit", "1"));
        Thread script = new Thread(
                () -> catchThrowable(() -> RedisFixture.ask(busy, client -> client.eval("while true do end"))));
        script.setDaemon(true);
        try (LossyLink link = new LossyLink(new InetSocketAddress(busy.host(), busy.port()))) {
            Map<String, String> config = RedisFixture.through(
                    link.address(), RedisFixture.config(busy.url(), "durability", "require", "create", "true"));
            RedisIncrProvider provider = new RedisIncrProvider();
            provider.open(IdConfig.of(provider, config)).close();
            // The counter is looked at first.
            link.dropAnswerAfter(1, () -> {
                script.start();
                Eventually.await("a busy server")
                        .until(() -> catchThrowable(() -> RedisFixture.ask(busy, UnifiedJedis::ping))
                                instanceof JedisBusyException);
            });
            assertThatThrownBy(
                            () -> provider.open(IdConfig.of(provider, config)).close())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("BUSY");
            RedisFixture.ask(busy, client -> client.scriptKill("any"));
            script.join();
            provider.open(IdConfig.of(provider, config)).close();
        }
    }

    /** The server goes away before each of the answers that an opening waits for, the ones about its durability among them. */
    private void tellsThatItsServerIsAway(Consumer<Map<String, String>> opening) {
        InetSocketAddress address =
                new InetSocketAddress(server.get().host(), server.get().port());
        try (LossyLink link = new LossyLink(address)) {
            Map<String, String> config = RedisFixture.through(
                    link.address(), RedisFixture.config(server.get().url(), "durability", "require", "create", "true"));
            // The first one makes what is missing, so all that follow wait for the same answers.
            opening.accept(config);
            long answers = 0;
            while (true) {
                link.dropAnswerAfter(answers, link::refuse);
                Throwable error = catchThrowable(() -> opening.accept(config));
                link.dropNoAnswer();
                link.pass();
                if (error == null) {
                    break;
                }
                assertThat(error)
                        .as("opening whose server went away before answer %d", answers + 1)
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("did not answer");
                answers++;
            }
            assertThat(answers)
                    .as("answers that an opening waits for: one at least, and those about two settings")
                    .isGreaterThanOrEqualTo(3);
        }
    }
}
