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
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alone, since it counts the scripts that a server has run which others share. */
@Isolated
class RedisIncrTest {
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
        RedisFixture.set(server, key, "41");
        try (LongIdGenerator ids = open("create", "true", "start", "5000")) {
            assertThat(ids.nextId()).isEqualTo(42);
        }
    }

    @Test
    void batchOfIdsMovesTheCounterOnce() {
        RedisFixture.set(server, key, "0");
        long[] drawn = new long[1000];
        try (LongIdGenerator ids = open()) {
            long calls = calls();
            ids.nextIds(drawn, 0, 1000);
            assertThat(calls() - calls).isEqualTo(1);
        }
        assertThat(drawn).startsWith(1, 2, 3).endsWith(999, 1000).isSorted();
        assertThat(stored()).isEqualTo("1000");
    }

    @Test
    void batchSettingTakesIdsInBlocks() {
        RedisFixture.set(server, key, "0");
        try (LongIdGenerator ids = open("batch", "50")) {
            for (int id = 1; id <= 50; id++) {
                assertThat(ids.nextId()).isEqualTo(id);
            }
            assertThat(stored()).isEqualTo("50");
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
        RedisFixture.set(server, key, "1000");
        try (LongIdGenerator ids = open()) {
            assertThat(ids.nextId()).isEqualTo(1001);
            RedisFixture.set(server, key, "500");
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(ids::nextId)
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining("holds 500")
                        .hasMessageContaining("1001")
                        .hasMessageContaining("SET " + key);
            }
            assertThat(stored()).as("a counter that is behind").isEqualTo("500");
            RedisFixture.set(server, key, "2000");
            assertThat(ids.nextId()).isEqualTo(2001);
        }
    }

    @Test
    void counterThatWasSetBackBeforeTheFirstIdIsRefused() {
        RedisFixture.set(server, key, "1000");
        try (LongIdGenerator ids = open()) {
            RedisFixture.set(server, key, "999");
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
        assertThat(stored()).as("a key that nobody asked to make").isNull();
    }

    @Test
    void lastIdOfAllIsIssuedAndThenNoMore() {
        RedisFixture.set(server, key, Long.toString(Long.MAX_VALUE - 3));
        try (LongIdGenerator ids = open()) {
            assertThatThrownBy(() -> ids.nextIds(new long[4], 0, 4))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining(Long.toString(Long.MAX_VALUE - 3));
            long[] last = new long[3];
            ids.nextIds(last, 0, 3);
            assertThat(last).containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void batchThatEndsAtTheLastLongDoesNotOverflow() {
        RedisFixture.set(server, key, Long.toString(Long.MAX_VALUE - 10));
        try (LongIdGenerator ids = open("batch", "10")) {
            for (int i = 9; i >= 0; i--) {
                assertThat(ids.nextId()).isEqualTo(Long.MAX_VALUE - i);
            }
            assertThatThrownBy(ids::nextId).isInstanceOf(IdsExhaustedException.class);
        }
    }

    /** The script answers with a number up to some length and with text beyond it. */
    @ParameterizedTest
    @ValueSource(longs = {99_999_999_999_995L, 999_999_999_999_995L, 9_999_999_999_999_995L})
    void idsFollowEachOtherWhereTheirLengthGrows(long start) {
        RedisFixture.set(server, key, Long.toString(start));
        try (LongIdGenerator ids = open()) {
            for (long id = start + 1; id < start + 10; id++) {
                assertThat(ids.nextId()).isEqualTo(id);
            }
            long[] more = new long[3];
            ids.nextIds(more, 0, 3);
            assertThat(more).containsExactly(start + 10, start + 11, start + 12);
        }
    }

    @Test
    void regressionBeyondTheDigitsOfADoubleIsSeen() {
        RedisFixture.set(server, key, "9007199254740993");
        try (LongIdGenerator ids = open()) {
            assertThat(ids.nextId()).isEqualTo(9007199254740994L);
            assertThat(ids.nextId()).isEqualTo(9007199254740995L);
            RedisFixture.set(server, key, "9007199254740994");
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void keyThatIsOverwrittenWithAWordIsAClearError() {
        RedisFixture.set(server, key, "7");
        try (LongIdGenerator ids = open()) {
            RedisFixture.set(server, key, "seven");
            assertThatThrownBy(ids::nextId).isInstanceOf(ConfigException.class).hasMessageContaining("seven");
        }
    }

    private String stored() {
        return RedisFixture.ask(server, client -> client.get(key));
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
