package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.spi.IdConfig;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.ConnectionProvider;

/** Something else than a broken connection ends the reading of an answer, which is then still to come: such as a lack of memory. */
class RedisUnreadAnswerTest {
    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private final OneConnection connections = new OneConnection();

    /** Hands out its last connection as long as that is not broken, as a pool does whose last one in is its first one out. */
    private final class OneConnection implements ConnectionProvider {
        private final List<Unread> made = new ArrayList<>();

        @Override
        public Connection getConnection() {
            if (made.isEmpty() || made.get(made.size() - 1).isBroken()) {
                made.add(new Unread(server, made.isEmpty()));
            }
            return made.get(made.size() - 1);
        }

        @Override
        public Connection getConnection(CommandArguments command) {
            return getConnection();
        }

        @Override
        public void close() {
            made.forEach(Unread::end);
        }
    }

    private static final class Unread extends Connection {
        private boolean fails;

        Unread(RedisServer server, boolean fails) {
            super(new HostAndPort(server.host(), server.port()), RedisFixture.settings(server));
            this.fails = fails;
        }

        @Override
        protected Object readProtocolWithCheckingBroken() {
            if (fails) {
                fails = false;
                throw new OutOfMemoryError("planted");
            }
            return super.readProtocolWithCheckingBroken();
        }

        /** Back to the pool. */
        @Override
        public void close() {
            if (isBroken()) {
                end();
            }
        }

        void end() {
            super.close();
        }
    }

    @Test
    void answerThatWasNotReadIsNotTakenForThatToTheNextScript() {
        try (RedisLink link = RedisLink.connect(
                new RedisErrors(server.url(), IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url()))),
                () -> new ServerClient(connections),
                Duration.ofSeconds(10),
                1,
                false)) {
            assertThatThrownBy(() -> run(link, "one")).isInstanceOf(OutOfMemoryError.class);
            assertThat(run(link, "two")).isEqualTo("two");
        }
    }

    private Object run(RedisLink link, String word) {
        return link.run(new Script("return ARGV[1]", "0".repeat(40)), List.of(key), List.of(word));
    }
}
