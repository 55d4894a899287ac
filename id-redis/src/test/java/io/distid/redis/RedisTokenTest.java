package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenUse;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is Redis's own of its tokens. */
class RedisTokenTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    private Map<String, String> config(String... more) {
        return ConfigPairs.with(RedisFixture.config(server.url(), "prefix", prefix), more);
    }

    private String onlyKey() {
        Set<String> keys = RedisFixture.ask(server, client -> client.keys(prefix + ":*"));
        assertThat(keys).hasSize(1);
        return keys.iterator().next();
    }

    private Duration timeToLive() {
        String key = onlyKey();
        return Duration.ofMillis(RedisFixture.ask(server, client -> client.pttl(key)));
    }

    @Test
    void consumeAndBeginAreOneRoundTripEach() throws Exception {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                IdempotencyTokens tokens =
                        IdempotencyTokens.open("redis", RedisFixture.through(link.address(), config()))) {
            // The first of each brings the script.
            tokens.consume(tokens.issue());
            ((TokenUse) tokens.begin(tokens.issue())).complete(new byte[1]);
            String consumed = tokens.issue();
            String begun = tokens.issue();
            long before = link.answers();
            tokens.consume(consumed);
            assertThat(link.answers() - before).as("answers to consume").isOne();
            TokenUse use = (TokenUse) tokens.begin(begun);
            assertThat(link.answers() - before)
                    .as("answers to consume and begin")
                    .isEqualTo(2);
            use.complete(new byte[1]);
            assertThat(link.answers() - before)
                    .as("answers to consume, begin and complete")
                    .isEqualTo(3);
        }
    }

    /** Each step has a time to live of its own: an hour is more than any of these tests takes. */
    @Test
    void hashIsKeptForAsLongAsItsTokenCanBeUsedAndSomeTimeMore() {
        try (IdempotencyTokens tokens =
                IdempotencyTokens.open("redis", config("ttl", "10h", "keep", "2h", "lease", "5h"))) {
            String token = tokens.issue();
            assertThat(timeToLive()).isBetween(HOUR.multipliedBy(11), HOUR.multipliedBy(12));
            TokenUse use = (TokenUse) tokens.begin(token);
            assertThat(timeToLive()).isBetween(HOUR.multipliedBy(6), HOUR.multipliedBy(7));
            use.complete(new byte[0]);
            assertThat(timeToLive()).isBetween(HOUR.multipliedBy(1), HOUR.multipliedBy(2));
        }
    }

    /** As it is when the server's clock was ahead at the begin: the worker counts its lease by its own. */
    @Test
    void deadlineOfAClockThatWasSetBackIsCutToItsLease() {
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config("lease", "1h"))) {
            String token = tokens.issue();
            tokens.begin(token);
            String ahead = Long.toString(
                    System.currentTimeMillis() + Duration.ofDays(300).toMillis());
            String key = onlyKey();
            RedisFixture.ask(server, client -> client.hset(key, "until", ahead));
            assertThat(((TokenAnswer.InProgress) tokens.begin(token)).atMost())
                    .isPositive()
                    .isLessThanOrEqualTo(HOUR);
            RedisFixture.ask(server, client -> client.hset(key, "lease", "100"));
            assertThat(tokens.consume(token)).isEqualTo(Consumption.IN_PROGRESS);
            long until = Long.parseLong(RedisFixture.ask(server, client -> client.hget(key, "until")));
            assertThat(until).isLessThan(System.currentTimeMillis() + HOUR.toMillis());
        }
    }

    @Test
    void numberGrowsThoughTheClockWasSetBack() {
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config())) {
            String token = tokens.issue();
            ((TokenUse) tokens.begin(token)).release();
            long ahead = (System.currentTimeMillis() + Duration.ofDays(300).toMillis()) * 1000;
            String key = onlyKey();
            RedisFixture.ask(server, client -> client.hset(key, "fence", Long.toString(ahead)));
            assertThat(((TokenUse) tokens.begin(token)).fence()).isEqualTo(ahead + 1);
        }
    }

    /** As {@code RedisLockTest} has it of a lock. */
    @Test
    void numberThatCannotGrowIsNotUsedAgain() {
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config())) {
            String token = tokens.issue();
            String key = onlyKey();
            RedisFixture.ask(server, client -> client.hset(key, "fence", "9007199254740992"));
            assertThatThrownBy(() -> tokens.begin(token))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("has number 9007199254740992, which can grow no more");
        }
    }

    @Test
    void tokenIsAnIdOfAnyStrategyInAnyForm() {
        try (IdempotencyTokens tokens = IdempotencyTokens.open(
                "redis", config("strategy", "uuid-v7", "strategy.text", "base62", "strategy.text-prefix", "tok_"))) {
            String token = tokens.issue();
            assertThat(token).matches("tok_[0-9A-Za-z]{22}");
            assertThat(tokens.consume(token)).isEqualTo(Consumption.ACCEPTED);
        }
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", config())) {
            assertThat(tokens.issue()).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        }
    }
}
