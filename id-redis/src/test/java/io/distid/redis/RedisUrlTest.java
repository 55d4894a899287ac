package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUrlTest {
    private static RedisUrl parse(String url) {
        return RedisUrl.from(IdConfig.of(new RedisIncrProvider(), Map.of("url", url)));
    }

    @Test
    void partsAreRead() {
        RedisUrl url = parse("rediss://me:p%40ss%2Fword+1@redis.example:7000/3");
        assertThat(url.node()).hasToString("redis.example:7000");
        assertThat(url.tls()).isTrue();
        assertThat(url.database()).isEqualTo(3);
        assertThat(url.user()).isEqualTo("me");
        assertThat(Objects.requireNonNull(url.password()).reveal()).isEqualTo("p@ss/word+1");
    }

    @Test
    void portDatabaseAndUserMayBeLeftOut() {
        RedisUrl url = parse("redis://:secret@localhost");
        assertThat(url.node()).hasToString("localhost:6379");
        assertThat(url.tls()).isFalse();
        assertThat(url.database()).isZero();
        assertThat(url.user()).isNull();
        assertThat(url.password()).isNotNull();
    }

    @Test
    void textShowsNeitherUserNorPassword() {
        assertThat(parse("redis://me:hush@h:7000/1")).hasToString("redis://h:7000/1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://me:hu/sh@h",
                "redis://me:hu#sh@h",
                "redis://me:hu sh@h",
                "redis://me:hu%sh@h",
                "redis://me:hush@h:port",
                "redis://me:hush@h/database",
                "http://me:hush@h"
            })
    void malformedUrlIsRefusedAndItsPasswordHidden(String url) {
        assertThatThrownBy(() -> parse(url))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"url\"")
                .hasMessageContaining("redis://[user:password@]host")
                .hasMessageNotContaining("hu")
                .hasNoCause();
    }
}
