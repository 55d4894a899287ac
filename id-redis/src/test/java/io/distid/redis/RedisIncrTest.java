package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.Coordination;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.StoreRegressedException;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone, since it counts the scripts that a server has run which others share. */
@Isolated
class RedisIncrTest {
    private static final long LAST = Counter.LIMIT;

    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();

    private LongIdGenerator open(String... settings) {
        Map<String, String> config = ConfigPairs.with(RedisFixture.config(server.url(), "key", key), settings);
        return IdGenerators.openLong("redis-incr", config);
    }

    @Test
    void newKeyBeginsAtItsStart() {
        try (LongIdGenerator ids = open("create", "true", "start", "5000")) {
            assertThat(ids.nextId()).isEqualTo(5000);
            assertThat(ids.nextText()).isEqualTo("5001");
        }
    }

    @Test
    void keyThatExistsGoesOnWhateverTheStart() {
        RedisFixture.setCounter(server, key, 41);
        try (LongIdGenerator ids = open("create", "true", "start", "5000")) {
            assertThat(ids.nextId()).isEqualTo(42);
        }
    }

    @Test
    void batchOfIdsMovesTheCounterOnce() {
        RedisFixture.setCounter(server, key, 0);
        long[] drawn = new long[1000];
        try (LongIdGenerator ids = open()) {
            long calls = calls();
            ids.nextIds(drawn, 0, 1000);
            assertThat(calls() - calls).isEqualTo(1);
        }
        assertThat(drawn).startsWith(1, 2, 3).endsWith(999, 1000).isSorted();
        assertThat(stored()).isEqualTo(1000);
    }

    @Test
    void batchSettingTakesIdsInBlocks() {
        RedisFixture.setCounter(server, key, 0);
        try (LongIdGenerator ids = open("batch", "50")) {
            for (int id = 1; id <= 50; id++) {
                assertThat(ids.nextId()).isEqualTo(id);
            }
            assertThat(stored()).isEqualTo(50);
            long[] more = new long[60];
            ids.nextIds(more, 0, 10);
            ids.nextIds(more, 10, 60);
            assertThat(more).startsWith(51).endsWith(110).isSorted();
            assertThat(ids.nextId()).isEqualTo(111);
            IdTraits traits = ids.traits();
            assertThat(traits.ordering()).isEqualTo(Ordering.PER_GENERATOR);
            assertThat(traits.coordination()).isEqualTo(Coordination.PER_BATCH);
        }
    }

    @Test
    void counterThatWasSetBackIsRefusedUntilItIsMovedForward() {
        RedisFixture.setCounter(server, key, 1000);
        try (LongIdGenerator ids = open()) {
            assertThat(ids.nextId()).isEqualTo(1001);
            RedisFixture.setCounter(server, key, 500);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(ids::nextId)
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining("holds 500")
                        .hasMessageContaining("1001")
                        .hasMessageContaining("HSET " + key + " last 1001");
            }
            assertThat(stored()).as("a counter that is behind is not moved").isEqualTo(500);
            RedisFixture.setCounter(server, key, 2000);
            assertThat(ids.nextId()).isEqualTo(2001);
        }
    }

    @Test
    void eachClaimIsOneScript() {
        RedisFixture.setCounter(server, key, 0);
        try (LongIdGenerator ids = open()) {
            long scripts = calls();
            for (int id = 1; id <= 100; id++) {
                assertThat(ids.nextId()).isEqualTo(id);
            }
            assertThat(calls() - scripts).isEqualTo(100);
        }
    }

    @Test
    void counterThatWasSetBackBeforeTheFirstIdIsRefused() {
        RedisFixture.setCounter(server, key, 1000);
        try (LongIdGenerator ids = open()) {
            RedisFixture.setCounter(server, key, 999);
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void lostKeyIsRefusedAndNotMadeAgain() {
        try (LongIdGenerator ids = open("create", "true")) {
            assertThat(ids.nextId()).isEqualTo(1);
            RedisFixture.ask(server, client -> client.del(key));
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("is gone");
            assertThatThrownBy(() -> ids.nextIds(new long[9], 0, 9)).isInstanceOf(StoreRegressedException.class);
        }
        assertThatThrownBy(this::open).isInstanceOf(ConfigException.class).hasMessageContaining("create=true");
        boolean made = RedisFixture.ask(server, client -> client.exists(key));
        assertThat(made).as("a key that nobody asked to make").isFalse();
    }

    /** By {@code INCR}, as a client of others would make it, which makes no hash. */
    @Test
    void keyThatIsLostAndCreatedAgainByAnotherProgramIsRefusedForGood() {
        try (LongIdGenerator ids = open("create", "true")) {
            ids.nextIds(new long[6], 0, 6);
            RedisFixture.ask(server, client -> client.del(key));
            RedisFixture.ask(server, client -> client.incrBy(key, 1_000_000));
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("another type")
                    .hasMessageContaining("6 was seen");
            for (String create : new String[] {"true", "false"}) {
                assertThatThrownBy(() -> open("create", create)).isInstanceOf(ConfigException.class);
            }
            RedisFixture.ask(server, client -> client.del(key));
            RedisFixture.setCounter(server, key, 6);
            assertThat(ids.nextId()).isEqualTo(7);
        }
    }

    /** A batch that was claimed too late would reach beyond what was seen. */
    @Test
    void batchThatReachesBeyondWhatWasSeenIsRefused() {
        RedisFixture.setCounter(server, key, 1000);
        try (LongIdGenerator ids = open()) {
            ids.nextIds(new long[3], 0, 3);
            RedisFixture.setCounter(server, key, 900);
            assertThatThrownBy(() -> ids.nextIds(new long[1000], 0, 1000))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("1003 was seen");
        }
    }

    @Test
    void keyThatBeganAsAnotherNumberingIsRefused() {
        open("create", "true").close();
        assertThatThrownBy(() -> open("period", "day"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("one sequence")
                .hasMessageContaining("day/8/UTC");
    }

    /** Its repeat goes by what other threads were granted while the answer was awaited, and not by what was seen when the call began. */
    @Test
    void repeatOfAClaimKnowsWhatOtherThreadsWereGrantedMeanwhile() {
        RedisFixture.setCounter(server, key, 1000);
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                LongIdGenerator ids = open("url", RedisFixture.url(link))) {
            ids.nextId();
            long[] others = new long[10];
            link.dropAnswerAfter(0, () -> {
                ids.nextIds(others, 0, 10);
                RedisFixture.setCounter(server, key, others[9] - 5);
            });
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining(others[9] + " was seen");
            assertThat(stored()).isEqualTo(others[9] - 5);
        }
    }

    @Test
    void lastIdOfAllIsIssuedAndThenNoMore() {
        RedisFixture.setCounter(server, key, LAST - 3);
        try (LongIdGenerator ids = open()) {
            assertThatThrownBy(() -> ids.nextIds(new long[4], 0, 4))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining(Long.toString(LAST - 3));
            long[] last = new long[3];
            ids.nextIds(last, 0, 3);
            assertThat(last).containsExactly(LAST - 2, LAST - 1, LAST);
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void batchThatEndsAtTheLastLongDoesNotOverflow() {
        RedisFixture.setCounter(server, key, LAST - 10);
        try (LongIdGenerator ids = open("batch", "10")) {
            for (int i = 9; i >= 0; i--) {
                assertThat(ids.nextId()).isEqualTo(LAST - i);
            }
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void regressionBeyondTheDigitsOfADoubleIsSeen() {
        RedisFixture.setCounter(server, key, 9007199254740993L);
        try (LongIdGenerator ids = open()) {
            assertThat(ids.nextId()).isEqualTo(9007199254740994L);
            assertThat(ids.nextId()).isEqualTo(9007199254740995L);
            RedisFixture.setCounter(server, key, 9007199254740994L);
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void keyThatIsOverwrittenWithAWordIsAClearError() {
        RedisFixture.setCounter(server, key, 7);
        try (LongIdGenerator ids = open()) {
            RedisFixture.setCounter(server, key, "seven");
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("holds seven");
        }
    }

    private long stored() {
        return RedisFixture.counter(server, key);
    }

    /** How many scripts the server has run. */
    private long calls() {
        return RedisFixture.ask(server, client -> client.info("commandstats"))
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceFirst("[^=]*:calls=(\\d+).*", "$1")))
                .sum();
    }
}
