package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisErrorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"redis://:p%26ss%40w@host", "redis://ann:p%26ss%40w@host", "redis://host"})
    void textsOfClientAndServerLoseThePassword(String url) {
        RedisErrors errors = errors(url, url.contains("@") ? Map.of() : Map.of("password", "p&ss@w"));
        JedisConnectionException error =
                new JedisConnectionException("no answer to AUTH p&ss@w", new IllegalStateException("sent p%26ss%40w"));
        error.addSuppressed(new JedisDataException("closing: p&ss@w"));

        RuntimeException told = errors.translate(error);

        assertThat(told).isInstanceOf(BackendException.class).hasMessageContaining("no answer to AUTH ***: sent ***");
        assertThat(trace(told)).doesNotContain("p&ss@w", "p%26ss%40w").contains("closing: ***");
        assertThat(trace(errors.closed(error))).doesNotContain("p&ss@w", "p%26ss%40w");
    }

    /** The words that decide what it is are the server's own, and not what is shown of them. */
    @Test
    void refusalIsKnownWhereItsTextIsNotShown() {
        RuntimeException told =
                errors("redis://:a@host", Map.of()).translate(new JedisDataException("WRONGPASS what a pity"));
        assertThat(told)
                .hasMessageContaining("refused the log-in")
                .hasMessageContaining("not shown")
                .hasMessageNotContaining("pity");
    }

    private static RedisErrors errors(String url, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("url", url);
        IdConfig config = IdConfig.of(new RedisIncrProvider(), settings);
        return new RedisErrors(RedisUrl.from(config).toString(), config);
    }

    private static String trace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
