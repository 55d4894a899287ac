package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import io.distid.redis.Period.Unit;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of days by the server's clock, which is that of this machine: nodes have clocks of their own here, and a zone's midnight is near. */
class RedisIncrPeriodTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long NUMBERS = 100_000_000;

    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private long today;
    private long tomorrow;

    /** What is tested takes seconds; a midnight that falls into them is waited for. */
    @BeforeEach
    void awaitMidnight() {
        Instant soon = Instant.now().plusSeconds(90).truncatedTo(ChronoUnit.DAYS);
        Eventually.await("the end of the day").until(() -> !Instant.now().isBefore(soon));
        today = digits(System.currentTimeMillis()) * NUMBERS;
        tomorrow = digits(System.currentTimeMillis() + DAY) * NUMBERS;
    }

    private static long digits(long epochMillis) {
        return Period.at(Unit.DAY, UTC, epochMillis).number();
    }

    private LongIdGenerator open(long batch) {
        return open(8, UTC, batch, 0);
    }

    /** {@code ahead} is by how many ms the node's clock is before the server's. */
    private LongIdGenerator open(int width, ZoneId zone, long batch, long ahead) {
        IdConfig config = IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url(), "key", key));
        RedisLink link = RedisClients.open(config);
        Periods periods = new Periods(Unit.DAY, width, zone, () -> System.currentTimeMillis() + ahead);
        Counter counter = new Counter(link, key, Counter.FIELD, new Replicas(0, 1), periods);
        if (!counter.find()) {
            counter.create(1);
        }
        return new RedisIncrGenerator(link, counter, batch, new CopyDetector(), List.of());
    }

    /** In which a day ends after so many seconds. */
    private static ZoneId zoneOfAMidnightIn(int seconds) {
        long midnight = Instant.now().getEpochSecond() + seconds;
        int since = Math.floorMod(-midnight, 86_400);
        return ZoneOffset.ofTotalSeconds(since > 43_200 ? since - 86_400 : since);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000})
    void idsOfEachDayBeginAtOne(long batch) {
        try (LongIdGenerator ids = open(8, zoneOfAMidnightIn(2), batch, 0)) {
            long first = ids.nextId();
            assertThat(first % NUMBERS).isEqualTo(1);
            long next = Eventually.await("the next day").until(ids::nextId, id -> id / NUMBERS > first / NUMBERS);
            assertThat(next % NUMBERS).isEqualTo(1);
            assertThat(ids.nextId()).isEqualTo(next + 1);
        }
    }

    @Test
    void counterThatWentBackIsRefusedUntilItsDayIsOver() {
        try (LongIdGenerator ids = open(8, zoneOfAMidnightIn(2), 1, 0)) {
            long[] many = new long[10];
            ids.nextIds(many, 0, 10);
            RedisFixture.setCounter(server, key, many[4]);
            long next = Eventually.await("the next day")
                    .ignoreExceptionsInstanceOf(StoreRegressedException.class)
                    .until(ids::nextId, id -> true);
            assertThat(next / NUMBERS).isGreaterThan(many[9] / NUMBERS);
            assertThat(next % NUMBERS).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10})
    void daysAreThoseOfTheServerWhateverTheNodesClockShows(long batch) {
        long issued = 0;
        for (long ahead : new long[] {400 * DAY, 2 * DAY, 0, -2 * DAY, -400 * DAY}) {
            try (LongIdGenerator ids = open(8, UTC, batch, ahead)) {
                for (int i = 0; i < batch; i++) {
                    assertThat(ids.nextId())
                            .as("of a clock that is %d ms ahead", ahead)
                            .isEqualTo(today + ++issued);
                }
            }
        }
        assertThat(RedisFixture.counter(server, key)).isEqualTo(today + issued);
    }

    @Test
    void aDayThatAnotherServersClockHasBegunGoesOn() {
        try (LongIdGenerator ids = open(1)) {
            assertThat(ids.nextId()).isEqualTo(today + 1);
            RedisFixture.setCounter(server, key, tomorrow + 7);
            assertThat(ids.nextId()).isEqualTo(tomorrow + 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2099123100000001", "2099139900000001", "202611031200000001"})
    void counterThatIsSetBeyondTomorrowIsRefusedUntilItIsRepaired(String last) {
        try (LongIdGenerator ids = open(1)) {
            ids.nextId();
            RedisFixture.setCounter(server, key, last);
            assertThatThrownBy(ids::nextId).isInstanceOf(BackendException.class).hasMessageContaining("holds " + last);
            RedisFixture.setCounter(server, key, today + 1);
            assertThat(ids.nextId()).isEqualTo(today + 2);
        }
    }

    @Test
    void keyHasNoTimeToLive() {
        try (LongIdGenerator ids = open(1)) {
            ids.nextId();
            long left = RedisFixture.ask(server, client -> client.pttl(key));
            assertThat(left).isEqualTo(-1);
        }
    }

    @Test
    void counterThatWasLostIsNeverCreatedAgain() {
        try (LongIdGenerator ids = open(1)) {
            ids.nextId();
            RedisFixture.ask(server, client -> client.del(key));
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("is gone")
                    .hasMessageContaining("run HSET " + key + " last " + (today + 1));
            RedisFixture.setCounter(server, key, today + 7);
            assertThat(ids.nextId()).as("once it is set, as the message says").isEqualTo(today + 8);
        }
    }

    @Test
    void commandThatRepairsAKeyWithASpaceIsOneOfRedisCli() {
        String spaced = key + " of \"A\"";
        Map<String, String> config =
                RedisFixture.config(server.url(), "key", spaced, "period", "month", "create", "true");
        try (LongIdGenerator months = IdGenerators.openLong("redis-incr", config)) {
            long id = months.nextId();
            RedisFixture.ask(server, client -> client.del(spaced));
            assertThatThrownBy(months::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("run HSET \"" + key + " of \\\"A\\\"\" last " + id);
        }
    }

    @Test
    void counterThatWentBackIsRefused() {
        try (LongIdGenerator ids = open(1)) {
            ids.nextIds(new long[10], 0, 10);
            RedisFixture.setCounter(server, key, today + 5);
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("holds " + (today + 5) + ", but " + (today + 10) + " was seen");
        }
    }

    /** As the plain counter, which takes all that it finds at opening as seen. */
    @Test
    void counterThatWentBackBetweenOpeningAndTheFirstIdIsRefused() {
        try (LongIdGenerator ids = open(1)) {
            ids.nextIds(new long[10], 0, 10);
        }
        try (LongIdGenerator other = open(1)) {
            RedisFixture.setCounter(server, key, today + 4);
            assertThatThrownBy(other::nextId).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void moreIdsThanTheWidthHoldsAreRefusedUntilTheNextPeriod() {
        try (LongIdGenerator few = open(1, UTC, 1, 0)) {
            few.nextIds(new long[9], 0, 9);
            Instant midnight = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(1));
            assertThatThrownBy(few::nextId)
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("the 9 of period " + today / NUMBERS)
                    .hasMessageContaining(midnight.toString());
        }
    }

    @Test
    void batchesReachTheLastNumberOfThePeriod() {
        try (LongIdGenerator first = open(1, UTC, 4, 0);
                LongIdGenerator second = open(1, UTC, 4, 0)) {
            long[] all = new long[9];
            all[0] = first.nextId();
            all[1] = second.nextId();
            first.nextIds(all, 2, 6);
            // Three are left of its block, and none behind it.
            assertThatThrownBy(() -> second.nextIds(new long[5], 0, 5)).isInstanceOf(IdsExhaustedException.class);
            for (int i = 6; i < 9; i++) {
                all[i] = second.nextId();
            }
            Arrays.sort(all);
            long before = today / (NUMBERS / 10);
            assertThat(all)
                    .containsExactly(LongStream.rangeClosed(1, 9)
                            .map(number -> before + number)
                            .toArray());
            for (LongIdGenerator each : List.of(first, second)) {
                assertThatThrownBy(each::nextId)
                        .isInstanceOf(IdsExhaustedException.class)
                        .hasMessageContaining("fewer than 1 numbers are left");
                assertThatThrownBy(() -> each.nextIds(new long[2], 0, 2)).isInstanceOf(IdsExhaustedException.class);
            }
            assertThat(first.stats().failures()).isEqualTo(Map.of(IdsExhaustedException.class, 2L));
        }
    }

    @Test
    void anotherNumberingOfTheSameKeyIsRefused() {
        Map<String, String> byDay = RedisFixture.config(server.url(), "key", key, "period", "day", "create", "true");
        IdGenerators.openLong("redis-incr", byDay).close();
        for (String[] other : new String[][] {
            {"period", "day", "width", "6"}, {"period", "day", "zone", "+14:00"}, {"period", "hour", "width", "6"}, {}
        }) {
            Map<String, String> config = RedisFixture.config(server.url(), other);
            config.put("key", key);
            assertThatThrownBy(() -> IdGenerators.openLong("redis-incr", config))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("day/8/UTC");
        }
        IdGenerators.openLong("redis-incr", byDay).close();
    }

    @Test
    void digitsAreThoseOfTheDayAndTheNumber() {
        Map<String, String> config =
                RedisFixture.config(server.url(), "key", RedisFixture.freshKey(), "create", "true", "period", "day");
        String before = Instant.now().toString().substring(0, 10).replace("-", "");
        try (LongIdGenerator real = IdGenerators.openLong("redis-incr", config)) {
            String id = Long.toString(real.nextId());
            String after = Instant.now().toString().substring(0, 10).replace("-", "");
            assertThat(id).isIn(before + "00000001", after + "00000001");
        }
    }
}
