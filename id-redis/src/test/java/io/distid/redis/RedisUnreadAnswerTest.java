package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.spi.IdConfig;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.ConnectionProvider;

/** Something else than a broken connection ends the reading of an answer, which is then still to come: such as a lack of memory. */
class RedisUnreadAnswerTest {
    /** Known by no server by that hash. */
    private static final Script SCRIPT = new Script("return ARGV[1]", "0".repeat(40));

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

    /** Each way of a command that there is. */
    static Stream<Named<BiConsumer<RedisLink, String>>> commands() {
        return Stream.of(
                Named.of("a script", (link, key) -> run(link, key, "one")),
                Named.of("a command", (link, key) -> link.call(key, RedisCommands.field(key, "field"))),
                Named.of(
                        "a script with a question to replicas",
                        (link, key) -> new Replicas(1, 1).claim(link, SCRIPT, key, () -> List.of("one"))));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void answerThatWasNotReadIsNotTakenForThatToTheNextScript(BiConsumer<RedisLink, String> command) {
        try (RedisLink link = RedisLink.connect(
                new RedisErrors(server.url(), IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url()))),
                () -> new ServerConnections(connections),
                Duration.ofMillis(RedisFixture.TIMEOUT_MILLIS),
                1,
                false)) {
            assertThatThrownBy(() -> command.accept(link, key)).isInstanceOf(OutOfMemoryError.class);
            assertThat(run(link, key, "two")).isEqualTo("two");
        }
    }

    private static Object run(RedisLink link, String key, String word) {
        return link.run(SCRIPT, List.of(key), List.of(word));
    }
}
