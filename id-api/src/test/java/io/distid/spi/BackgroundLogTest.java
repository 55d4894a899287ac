package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackgroundLogTest {

    @Test
    void saysEachLineOnceHoweverOftenItIsFlushed() {
        try (CapturedLog log = new CapturedLog(BackgroundLogTest.class)) {
            BackgroundLog.warn(BackgroundLogTest.class, "one");
            BackgroundLog.flush();
            BackgroundLog.flush();
            assertThat(log.lines()).containsExactly("WARNING one");
        }
    }
}
