package io.distid.redis;

import io.distid.coordination.Consumption;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tokens in Redis: a hash for each, moved by one script each, so that each step is one round trip and all of a token is in one slot of a
 * cluster. Hashes have a time to live, by which used and expired ones are forgotten.
 *
 * <p>A use that is repeated has the same attempt and answers as it did at first. What a server loses of its last writes, in a crash or a
 * failover, it has not: then a token that was used can be used again. No number helps against that where the resource does not check one.
 */
final class RedisTokenStore implements TokenStore {
    private static final Script ISSUE = Script.onRecord("token-issue.lua");
    private static final Script CONSUME = Script.onRecord("token.lua", "token-consume.lua");
    private static final Script BEGIN = Script.onRecord("token.lua", "token-begin.lua");
    private static final Script COMPLETE = Script.onRecord("token-complete.lua");
    private static final Script RELEASE = Script.onRecord("token-release.lua");

    private final RedisLink redis;
    private final String prefix;

    RedisTokenStore(RedisLink redis, String prefix) {
        this.redis = redis;
        this.prefix = prefix;
    }

    @Override
    public boolean issue(Use use, Duration ttl) {
        String request = use.request().equals(NO_REQUEST) ? "" : use.request();
        return redis.run(ISSUE, key(use), List.of(use.attempt(), request, millis(ttl), millis(use.keep())))
                .equals(1L);
    }

    @Override
    public Consumption consume(Use use) {
        Object answer = redis.run(
                CONSUME,
                key(use),
                List.of(use.attempt(), use.request(), use.unissued() ? "1" : "0", millis(use.keep())));
        return consumption((String) answer);
    }

    @Override
    public Answer begin(Use use, Duration lease) {
        List<?> answer = (List<?>) redis.run(
                BEGIN,
                key(use),
                List.of(use.attempt(), use.request(), use.unissued() ? "1" : "0", millis(use.keep()), millis(lease)));
        String what = (String) Objects.requireNonNull(answer.get(0));
        return switch (what) {
            case "begun" -> new Begun(Long.parseLong((String) answer.get(1)));
            case "in_progress" -> new TokenAnswer.InProgress(Duration.ofMillis(Long.parseLong((String) answer.get(1))));
            case "done" -> new TokenAnswer.Completed(result((String) answer.get(1)));
            default -> new TokenAnswer.Refused(consumption(what));
        };
    }

    @Override
    public boolean complete(Use use, long fence, String completion, byte @Nullable [] result) {
        String number = Long.toString(fence);
        String keep = millis(use.keep());
        List<String> arguments = result == null
                ? List.of(use.attempt(), number, keep, completion)
                : List.of(
                        use.attempt(),
                        number,
                        keep,
                        completion,
                        Base64.getEncoder().encodeToString(result));
        return redis.run(COMPLETE, key(use), arguments).equals(1L);
    }

    @Override
    public void release(Use use, long fence) {
        redis.run(RELEASE, key(use), List.of(use.attempt(), Long.toString(fence)));
    }

    @Override
    public void close() {
        redis.close();
    }

    @Override
    public String toString() {
        return "Redis at " + redis.where();
    }

    private List<String> key(Use use) {
        return List.of(prefix + ":{" + use.key() + "}");
    }

    private static byte @Nullable [] result(@Nullable String text) {
        return text == null ? null : Base64.getDecoder().decode(text);
    }

    private static Consumption consumption(String answer) {
        return switch (answer) {
            case "accepted" -> Consumption.ACCEPTED;
            case "consumed" -> Consumption.CONSUMED;
            case "in_progress" -> Consumption.IN_PROGRESS;
            case "unknown" -> Consumption.UNKNOWN;
            case "expired" -> Consumption.EXPIRED;
            case "foreign" -> Consumption.FOREIGN;
            default -> throw new IllegalStateException("the script answered " + answer);
        };
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }
}
