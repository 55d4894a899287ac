package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterKeyTest {
    @Test
    void wordIsQuotedWhereRedisCliWouldNotTakeItAsItIs() {
        assertThat(CounterKey.word("{orders}:20261121")).isEqualTo("{orders}:20261121");
        assertThat(CounterKey.word("new orders")).isEqualTo("\"new orders\"");
        assertThat(CounterKey.word("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
    }

    @Test
    void controlCharacterOfAWordIsWrittenByItsBytes() {
        assertThat(CounterKey.word("a\nb\0c\u007f")).isEqualTo("\"a\\x0ab\\x00c\\x7f\"");
        assertThat(CounterKey.word("\u0085")).isEqualTo("\"\\xc2\\x85\"");
        assertThat(CounterKey.ofString("a\tb").set(5)).isEqualTo("SET \"a\\x09b\" 1000000000000000005");
    }
}
