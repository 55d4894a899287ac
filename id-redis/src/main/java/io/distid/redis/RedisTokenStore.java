package io.distid.redis;

import io.distid.BackendException;
import io.distid.coordination.Consumption;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tokens in Redis. Each token is a hash, in one slot of a cluster. Each step is one script, and so one round trip. Hashes have a time to
 * live, after which used and expired tokens are forgotten.
 *
 * <p>A repeated use carries the same attempt, and gets the same answer. If a server loses its last writes in a crash or a failover, a
 * token that was used can be used again. No number helps against that if the resource does not check it.
 */
final class RedisTokenStore implements TokenStore {
    private static final Script ISSUE = Script.onRecord("token-issue.lua");
    private static final Script CONSUME = Script.onRecord("token.lua", "token-consume.lua");
    private static final Script BEGIN = Script.onRecord("token.lua", "token-begin.lua");
    private static final Script COMPLETE = Script.onRecord("token-complete.lua");
    private static final Script RELEASE = Script.onRecord("token-release.lua");

    private static final Map<String, Consumption> CONSUMPTIONS = Map.of(
            "accepted", Consumption.ACCEPTED,
            "consumed", Consumption.CONSUMED,
            "in_progress", Consumption.IN_PROGRESS,
            "unknown", Consumption.UNKNOWN,
            "expired", Consumption.EXPIRED,
            "foreign", Consumption.FOREIGN);

    /** The reasons why a token can never be begun. */
    private static final Set<String> NEVER = Set.of("unknown", "expired", "foreign");

    /** The form of a number, and of a time in ms. */
    private static final Pattern FIGURE = Pattern.compile("[0-9]{1,18}");

    /** How many digits of a token's hash a message shows, as in other stores. */
    private static final int SHOWN = 12;

    private final RedisLink redis;
    private final String prefix;

    RedisTokenStore(RedisLink redis, String prefix) {
        this.redis = redis;
        this.prefix = prefix;
    }

    @Override
    public boolean issue(Use use, Duration ttl) {
        String request = use.request().equals(NO_REQUEST) ? "" : use.request();
        Object answer = redis.run(ISSUE, key(use), List.of(use.attempt(), request, millis(ttl), millis(use.keep())));
        return yesOrNo("issues", use, answer);
    }

    @Override
    public Consumption consume(Use use) {
        Object answer = redis.run(
                CONSUME,
                key(use),
                List.of(use.attempt(), use.request(), use.unissued() ? "1" : "0", millis(use.keep())));
        Consumption consumption = answer instanceof String word ? CONSUMPTIONS.get(word) : null;
        if (consumption == null) {
            throw unexpected("consumes", use);
        }
        return consumption;
    }

    @Override
    public Answer begin(Use use, Duration lease) {
        Object answer = redis.run(
                BEGIN,
                key(use),
                List.of(use.attempt(), use.request(), use.unissued() ? "1" : "0", millis(use.keep()), millis(lease)));
        if (answer instanceof List<?> words && !words.isEmpty() && words.get(0) instanceof String what) {
            Object more = words.size() == 2 ? words.get(1) : null;
            boolean hasFigure =
                    more instanceof String text && FIGURE.matcher(text).matches();
            if (what.equals("begun") && hasFigure) {
                return new Begun(Long.parseLong((String) more));
            }
            if (what.equals("in_progress") && hasFigure) {
                return new TokenAnswer.InProgress(Duration.ofMillis(Long.parseLong((String) more)));
            }
            if (what.equals("done") && (more == null || more instanceof String)) {
                return new TokenAnswer.Completed(result((String) more));
            }
            if (NEVER.contains(what)) {
                return new TokenAnswer.Refused(Objects.requireNonNull(CONSUMPTIONS.get(what)));
            }
        }
        throw unexpected("begins with", use);
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
        return yesOrNo("completes", use, redis.run(COMPLETE, key(use), arguments));
    }

    @Override
    public void release(Use use, long fence) {
        yesOrNo("releases", use, redis.run(RELEASE, key(use), List.of(use.attempt(), Long.toString(fence))));
    }

    private boolean yesOrNo(String step, Use use, Object answer) {
        if (answer.equals(1L)) {
            return true;
        }
        if (answer.equals(0L)) {
            return false;
        }
        throw unexpected(step, use);
    }

    /**
     * The error for an answer that none of distid's scripts gives. Whether the step was carried out is unknown. The message hides the answer, since it may
     * be the result of another token.
     */
    private BackendException unexpected(String step, Use use) {
        return new BackendException(this + " answered the script that " + step + " token #"
                + use.key().substring(0, SHOWN) + " by none of its answers; whether it was carried out is unknown");
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

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }
}
