package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.testservers.LossyLink;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * What a counter that went back is moved by, where the test chooses which of two connections claims. On a machine that stands still for more
 * than a second the script claims in place of {@code INCRBY}, which these tests accept.
 */
class IncrByClaimsTest {
    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private LossyLink link;
    private TwoConnections client;
    private RedisLink redis;
    private Counter counter;

    /** Its own commands go by connections of their own. */
    private static final class TwoConnections extends UnifiedJedis implements NodeConnections {
        private final List<PooledConnectionProvider> connections;
        /** The first that is asked for is the first of these, and so on; the last one from then on. */
        private volatile List<Integer> next = List.of(0);

        TwoConnections(HostAndPort server, ConnectionSettings settings) {
            super(new PooledConnectionProvider(server, settings), RedisProtocol.RESP2);
            connections = List.of(
                    new PooledConnectionProvider(server, settings), new PooledConnectionProvider(server, settings));
        }

        void use(Integer... order) {
            next = List.of(order);
        }

        @Override
        public Connection connectionTo(String key) {
            int chosen = next.get(0);
            if (next.size() > 1) {
                next = next.subList(1, next.size());
            }
            return connections.get(chosen).getConnection();
        }

        @Override
        public Connection connectionTo(HostAndPort node) {
            throw new IllegalStateException("there is one server");
        }

        @Override
        public void readTopology() {}

        @Override
        public void dropIdleConnections() {}

        @Override
        public void close() {
            connections.forEach(PooledConnectionProvider::close);
            super.close();
        }
    }

    /** Both connections have claimed, and the counter stands at 1003. */
    @BeforeEach
    void claimOnBothConnections() {
        RedisFixture.setCounter(server, key, 1000);
        link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
        RedisIncrProvider provider = new RedisIncrProvider();
        IdConfig config = IdConfig.of(provider, RedisFixture.config(server.url(), "key", key));
        RedisUrl url = RedisUrl.from(config);
        ConnectionSettings settings =
                new ConnectionSettings(RedisFixture.TIMEOUT_MILLIS, url.user(), url.password(), url.database(), null);
        client = new TwoConnections(JedisURIHelper.getHostAndPort(URI.create(RedisFixture.url(link))), settings);
        redis = RedisLink.connect(
                new RedisErrors("test", config),
                () -> client,
                Duration.ofMillis(RedisFixture.TIMEOUT_MILLIS),
                2,
                false);
        counter = new Counter(redis, CounterKey.ofString(key), Replicas.NONE, 1000);
        assertThat(counter.claim(1)).isEqualTo(1001);
        client.use(0);
        assertThat(counter.claim(1)).isEqualTo(1002);
        client.use(1);
        assertThat(counter.claim(1)).isEqualTo(1003);
    }

    @AfterEach
    void close() {
        client.close();
        link.close();
    }

    private long stored() {
        return RedisFixture.counter(server, key);
    }

    private void assertRefused() {
        assertThatThrownBy(() -> counter.claim(1)).isInstanceOf(StoreRegressedException.class);
    }

    /** Also once an operator has moved the counter on, and the script has claimed. */
    private void assertComparesFirst() {
        RedisFixture.setCounter(server, key, 2000);
        assertThat(counter.claim(1)).isEqualTo(2001);
        RedisFixture.setCounter(server, key, 1500);
        assertRefused();
        assertThat(stored()).isEqualTo(1500);
    }

    /** Its answer says that it was granted, and nothing of what went back meanwhile. */
    @Test
    void anIncrementThatWasUnderWayAtARefusalDoesNotEndTheCaution() {
        CounterKey where = CounterKey.ofString(key);
        IncrByClaims claims = new IncrByClaims(Script.load("claim.lua"), where);
        client.use(0);
        CounterClaim scripted = new CounterClaim(where, 1, () -> 1003);
        assertThat(claims.claim(redis, scripted)).isEqualTo(where.stored(1004));
        CounterClaim underWay = new CounterClaim(where, 1, () -> {
            RedisFixture.setCounter(server, key, 500);
            client.use(1);
            assertThat(claims.claim(redis, new CounterClaim(where, 1, () -> 1004)))
                    .startsWith("behind ");
            return 0;
        });
        assertThat(claims.claim(redis, underWay)).isEqualTo(where.stored(501));
        client.use(0);
        assertThat(claims.claim(redis, new CounterClaim(where, 1, () -> 1004))).startsWith("behind ");
        assertThat(stored()).isEqualTo(501);
    }

    @Test
    void afterARefusalTheOtherConnectionsMoveNothing() {
        RedisFixture.setCounter(server, key, 500);
        client.use(0);
        assertRefused();
        long moved = stored();
        assertThat(moved).isBetween(500L, 501L);
        client.use(1);
        assertRefused();
        assertRefused();
        assertRefused();
        assertThat(stored()).isEqualTo(moved);
    }

    @Test
    void afterAnErrorOfTheValueTheOtherConnectionsMoveNothing() {
        RedisFixture.set(server, key, "word");
        client.use(0);
        assertThatThrownBy(() -> counter.claim(1)).isInstanceOf(ConfigException.class);
        RedisFixture.setCounter(server, key, 500);
        client.use(1);
        assertRefused();
        assertThat(stored()).isEqualTo(500);
    }

    @Test
    void aConnectionThatHadAnErrorComparesFirst() {
        client.use(0);
        RedisFixture.set(server, key, "word");
        assertThatThrownBy(() -> counter.claim(1)).isInstanceOf(ConfigException.class);
        assertComparesFirst();
    }

    @Test
    void aConnectionThatWasRefusedComparesFirst() {
        client.use(0);
        RedisFixture.setCounter(server, key, 500);
        assertRefused();
        assertComparesFirst();
    }

    /** The repeat does not go by another connection that claimed a moment ago. */
    @Test
    void theRepeatOfAClaimWhoseAnswerIsLostComparesFirst() {
        client.use(0, 1);
        link.dropAnswerAfter(0, () -> RedisFixture.setCounter(server, key, 500));
        assertRefused();
        assertThat(stored()).isEqualTo(500);
    }

    /** A batch that was claimed too late begins below what was seen, however far it reaches. */
    @Test
    void aBatchThatReachesBeyondWhatWasSeenIsRefused() {
        client.use(0);
        RedisFixture.setCounter(server, key, 900);
        assertThatThrownBy(() -> counter.claim(1000))
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("1003 was seen");
    }

    /** Another thread was granted ids while the answer was awaited, and then the counter went back. */
    @Test
    void theRepeatOfAClaimKnowsWhatOtherThreadsWereGrantedMeanwhile() {
        client.use(0, 1);
        long[] granted = new long[1];
        link.dropAnswerAfter(0, () -> {
            granted[0] = counter.claim(10);
            RedisFixture.setCounter(server, key, granted[0] - 5);
        });
        assertThatThrownBy(() -> {
                    long id = counter.claim(1);
                    assertThat(id).as("granted before: up to %s", granted[0]).isGreaterThan(granted[0]);
                })
                .isInstanceOf(StoreRegressedException.class);
    }
}
