package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.process.CopyDetector;
import io.distid.redis.Period.Unit;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Around the midnight that was last, since the server's clock cannot be moved: a counter stays for a day after its period. */
class RedisIncrPeriodTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final PeriodNumbers BY_DAY = new PeriodNumbers(Unit.DAY, 8, UTC);

    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();
    private final long midnight = lastMidnight();
    private final long yesterday = BY_DAY.at(midnight - 1).number() * 100_000_000;
    private final long today = BY_DAY.at(midnight).number() * 100_000_000;
    private final AtomicLong clock = new AtomicLong(midnight - 2);
    private LongIdGenerator ids;

    /** What is tested takes seconds; a midnight that falls into them is waited for. */
    private static long lastMidnight() {
        Instant soon = Instant.now().plusSeconds(90).truncatedTo(ChronoUnit.DAYS);
        Eventually.await("the end of the day").until(() -> !Instant.now().isBefore(soon));
        return soon.toEpochMilli();
    }

    @BeforeEach
    void open() {
        ids = open(BY_DAY, clock, 1);
    }

    @AfterEach
    void close() {
        ids.close();
    }

    private LongIdGenerator open(PeriodNumbers numbers, AtomicLong time, long batch) {
        IdConfig config = IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url(), "key", key));
        RedisLink link = RedisClients.open(config);
        PeriodCounter counter = new PeriodCounter(link, Replicas.NONE, key, numbers, 0, time::get);
        counter.create();
        assertThat(counter.isThere(config)).isTrue();
        return new RedisIncrGenerator(link, counter, batch, new CopyDetector(), List.of());
    }

    private String counterOf(long period) {
        return "{" + key + "}:" + period / 100_000_000;
    }

    @Test
    void idsOfEachDayBeginAtOne() {
        assertThat(ids.nextId()).isEqualTo(yesterday + 1);
        assertThat(ids.nextId()).isEqualTo(yesterday + 2);
        clock.set(midnight);
        assertThat(ids.nextId()).isEqualTo(today + 1);
    }

    @Test
    void nodeWhoseClockIsLateFollowsTheOneThatHasBegunTheDay() {
        AtomicLong late = new AtomicLong(midnight - 5_000);
        try (LongIdGenerator other = open(BY_DAY, late, 1)) {
            assertThat(other.nextId()).isEqualTo(yesterday + 1);
            clock.set(midnight);
            assertThat(ids.nextId()).isEqualTo(today + 1);
            assertThat(other.nextId()).isEqualTo(today + 2);
        }
    }

    @Test
    void clockThatIsSetBackOverMidnightGoesOnInTheLaterDay() {
        clock.set(midnight);
        assertThat(ids.nextId()).isEqualTo(today + 1);
        clock.set(midnight - 1_000);
        assertThat(ids.nextId()).isEqualTo(today + 2);
        try (LongIdGenerator fresh = open(BY_DAY, clock, 1)) {
            assertThat(fresh.nextId())
                    .as("of a process that began with the wrong clock")
                    .isEqualTo(today + 3);
        }
    }

    @Test
    void restOfABatchIsNotIssuedInTheNextDay() {
        try (LongIdGenerator batches = open(BY_DAY, clock, 10)) {
            assertThat(batches.nextId()).isEqualTo(yesterday + 1);
            clock.set(midnight);
            assertThat(batches.nextId()).isEqualTo(today + 1);
            clock.set(midnight - 1);
            long[] many = new long[3];
            batches.nextIds(many, 0, 3);
            assertThat(many).as("the day goes on").containsExactly(today + 2, today + 3, today + 4);
        }
        try (LongIdGenerator batches = open(BY_DAY, new AtomicLong(midnight), 10)) {
            long[] many = new long[3];
            batches.nextIds(many, 0, 3);
            assertThat(many).containsExactly(today + 11, today + 12, today + 13);
        }
    }

    @Test
    void counterGoesADayAfterItsPeriodAndTheSequenceStays() {
        ids.nextId();
        long left = RedisFixture.ask(server, client -> client.pttl(counterOf(yesterday)));
        Duration beyond = Duration.ofMillis(midnight + Duration.ofDays(1).toMillis() - System.currentTimeMillis());
        assertThat(Duration.ofMillis(left)).isCloseTo(beyond, Duration.ofMinutes(1));
        long sequence = RedisFixture.ask(server, client -> client.pttl(key));
        assertThat(sequence).as("no time to live").isEqualTo(-1);
    }

    @Test
    void counterThatWasLostIsNeverMadeAnew() {
        ids.nextId();
        RedisFixture.ask(server, client -> client.del(counterOf(yesterday)));
        assertThatThrownBy(ids::nextId)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining(counterOf(yesterday))
                .hasMessageContaining("is gone");
        try (LongIdGenerator other = open(BY_DAY, clock, 1)) {
            assertThatThrownBy(other::nextId).as("nor by another").isInstanceOf(StoreRegressedException.class);
        }
        RedisFixture.set(server, counterOf(yesterday), "7");
        assertThat(ids.nextId()).as("once it is set, as the message says").isEqualTo(yesterday + 8);
        clock.set(midnight);
        assertThat(ids.nextId()).as("the next day").isEqualTo(today + 1);
    }

    @Test
    void commandThatMendsAKeyWithASpaceIsOneOfRedisCli() {
        String spaced = key + " of \"A\"";
        Map<String, String> config =
                RedisFixture.config(server.url(), "key", spaced, "period", "month", "create", "true");
        try (LongIdGenerator months = IdGenerators.openLong("redis-incr", config)) {
            long id = months.nextId();
            String counter = "{" + spaced + "}:" + id / 100_000_000;
            RedisFixture.ask(server, client -> client.del(counter));
            assertThatThrownBy(months::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining(
                            "run SET \"{" + key + " of \\\"A\\\"}:" + id / 100_000_000 + "\" <the number");
        }
    }

    @Test
    void counterThatWentBackIsRefused() {
        ids.nextIds(new long[10], 0, 10);
        RedisFixture.set(server, counterOf(yesterday), "5");
        assertThatThrownBy(ids::nextId)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("holds 5, but 10 was seen");
    }

    @Test
    void sequenceThatWasLostIsRefused() {
        ids.nextId();
        RedisFixture.ask(server, client -> client.del(key));
        assertThatThrownBy(ids::nextId)
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("\"" + yesterday / 100_000_000 + " day/8/UTC\"");
    }

    @Test
    void sequenceThatWentBackWhileTheCounterStayedGoesOnFromTheCounter() {
        clock.set(midnight);
        ids.nextId();
        RedisFixture.set(server, key, yesterday / 100_000_000 + " day/8/UTC");
        try (LongIdGenerator other = open(BY_DAY, clock, 1)) {
            assertThat(other.nextId()).isEqualTo(today + 2);
        }
    }

    @Test
    void moreIdsThanTheWidthHoldsAreRefusedUntilTheNextPeriod() {
        PeriodNumbers narrow = new PeriodNumbers(Unit.DAY, 1, UTC);
        RedisFixture.ask(server, client -> client.del(key));
        try (LongIdGenerator few = open(narrow, clock, 1)) {
            few.nextIds(new long[9], 0, 9);
            assertThatThrownBy(few::nextId)
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("the 9 numbers of a day")
                    .hasMessageContaining(Instant.ofEpochMilli(midnight).toString());
            clock.set(midnight);
            assertThat(few.nextId() % 10).isEqualTo(1);
        }
    }

    @Test
    void batchesReachTheLastNumberOfThePeriod() {
        PeriodNumbers narrow = new PeriodNumbers(Unit.DAY, 1, UTC);
        RedisFixture.ask(server, client -> client.del(key));
        try (LongIdGenerator first = open(narrow, clock, 4);
                LongIdGenerator second = open(narrow, clock, 4)) {
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
            long before = yesterday / 10_000_000;
            assertThat(all)
                    .containsExactly(LongStream.rangeClosed(1, 9)
                            .map(number -> before + number)
                            .toArray());
            for (LongIdGenerator each : List.of(first, second)) {
                assertThatThrownBy(each::nextId)
                        .isInstanceOf(IdsExhaustedException.class)
                        .hasMessageContaining("fewer than 1 are left");
                assertThatThrownBy(() -> each.nextIds(new long[2], 0, 2)).isInstanceOf(IdsExhaustedException.class);
            }
            assertThat(first.stats().failures()).isEqualTo(Map.of(IdsExhaustedException.class, 2L));
        }
    }

    @Test
    void serversClockIsTakenWhereTheOwnIsFarOff() {
        clock.set(midnight + Duration.ofDays(400).toMillis());
        assertThat(ids.nextId()).as("of a clock that is ahead").isEqualTo(today + 1);
        clock.set(midnight);
        assertThat(ids.nextId()).as("once it is right").isEqualTo(today + 2);
        RedisFixture.ask(server, client -> client.del(key));
        try (LongIdGenerator late =
                open(BY_DAY, new AtomicLong(midnight - Duration.ofDays(2).toMillis()), 1)) {
            assertThat(late.nextId()).as("of a clock that is late").isEqualTo(today + 3);
        }
    }

    @Test
    void batchOfANodeWhoseClockIsFarOffIsUsedUp() {
        try (LongIdGenerator batches =
                open(BY_DAY, new AtomicLong(midnight + Duration.ofDays(400).toMillis()), 10)) {
            for (int i = 1; i <= 10; i++) {
                assertThat(batches.nextId()).isEqualTo(today + i);
            }
        }
        String counter = RedisFixture.ask(server, client -> client.get(counterOf(today)));
        assertThat(counter).isEqualTo("10");
    }

    @Test
    void newDayWaitsForTheServersClockAndTheOldOneGoesOn() {
        AtomicLong fast = new AtomicLong(midnight);
        try (LongIdGenerator ahead = open(BY_DAY, fast, 1)) {
            assertThat(ahead.nextId()).isEqualTo(today + 1);
            fast.set(midnight + Duration.ofDays(2).toMillis());
            assertThat(ahead.nextId()).isEqualTo(today + 2);
        }
    }

    @Test
    void periodThatIsSetToTheFutureByHandIsRefusedUntilItIsMended() {
        clock.set(midnight);
        ids.nextId();
        RedisFixture.set(server, key, "20991231 day/8/UTC");
        assertThatThrownBy(ids::nextId)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("20991231")
                .hasMessageContaining("\"" + today / 100_000_000 + " day/8/UTC\", unless a clock was ahead");
        RedisFixture.set(server, key, today / 100_000_000 + " day/8/UTC");
        assertThat(ids.nextId()).isEqualTo(today + 2);
    }

    @ParameterizedTest
    @CsvSource({"DAY, 2026110312", "MONTH, 20991112", "DAY, 99999999999999999999", "DAY, 20991399"})
    void sequenceThatIsNoPeriodIsRefused(Unit unit, String number) {
        PeriodNumbers numbers = new PeriodNumbers(unit, 8, UTC);
        RedisFixture.set(server, key, number + " " + numbers.text());
        IdConfig config = IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url(), "key", key));
        try (RedisLink link = RedisClients.open(config)) {
            PeriodCounter counter = new PeriodCounter(link, Replicas.NONE, key, numbers, 0, clock::get);
            assertThatThrownBy(() -> counter.claim(1))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(number)
                    .hasMessageContaining("is no " + numbers.unitName());
        }
    }

    /** As the plain counter, which takes all that it finds at opening as seen. */
    @Test
    void counterThatWentBackBetweenOpeningAndTheFirstIdIsRefused() {
        ids.nextIds(new long[10], 0, 10);
        try (LongIdGenerator other = open(BY_DAY, clock, 1)) {
            RedisFixture.set(server, counterOf(yesterday), "4");
            assertThatThrownBy(other::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("holds 4, but 10 was seen");
        }
    }

    @Test
    void anotherNumberingOfTheSameKeyIsRefused() {
        ids.nextId();
        assertThatThrownBy(() -> IdGenerators.openLong(
                        "redis-incr", RedisFixture.config(server.url(), "key", key, "period", "day", "width", "6")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("day/6/UTC")
                .hasMessageContaining("day/8/UTC");
        assertThatThrownBy(() -> IdGenerators.openLong("redis-incr", RedisFixture.config(server.url(), "key", key)))
                .isInstanceOf(ConfigException.class);
    }

    /** Its days end earlier, and with them the life of their counters. */
    @Test
    void anotherZoneThatIsRefusedShortensNoCountersLife() {
        ids.nextId();
        String counter = counterOf(yesterday);
        long before = RedisFixture.ask(server, client -> client.pttl(counter));
        PeriodNumbers eastern = new PeriodNumbers(Unit.DAY, 8, ZoneId.of("+14:00"));
        long noon = midnight - Duration.ofHours(26).toMillis();
        IdConfig config = IdConfig.of(new RedisIncrProvider(), RedisFixture.config(server.url(), "key", key));
        try (RedisLink link = RedisClients.open(config)) {
            PeriodCounter other = new PeriodCounter(link, Replicas.NONE, key, eastern, 0, () -> noon);
            assertThatThrownBy(() -> other.isThere(config))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("day/8/+14:00");
            assertThatThrownBy(() -> other.claim(1)).isInstanceOf(ConfigException.class);
        }
        long after = RedisFixture.ask(server, client -> client.pttl(counter));
        assertThat(Duration.ofMillis(after)).isCloseTo(Duration.ofMillis(before), Duration.ofMinutes(1));
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

    @Test
    void widthOrZoneWithoutAPeriodIsRefused() {
        for (String name : List.of("width", "zone")) {
            String value = name.equals("width") ? "8" : "UTC";
            assertThatThrownBy(
                            () -> IdGenerators.openLong("redis-incr", RedisFixture.config(server.url(), name, value)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"" + name + "\"")
                    .hasMessageContaining("period");
        }
    }
}
