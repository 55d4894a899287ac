package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.IdGenerators;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of servers that cannot be reached, however they are set up. */
class UnreachableRedisTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            url=redis://127.0.0.1:1 | Redis at redis://127.0.0.1:1 did not answer within 1000 ms: Failed to connect to 127.0.0.1:1: Connection refused (
            url=redis://nosuch.invalid | Redis at redis://nosuch.invalid:6379 did not answer within 1000 ms: Failed to create socket: unknown host nosuch.invalid
            topology=cluster nodes=127.0.0.1:1 | Redis at cluster [127.0.0.1:1] did not answer within 1000 ms: Could not initialize cluster slots cache: Connection refused (
            topology=sentinel master=m nodes=127.0.0.1:1 | Redis at master m of sentinels [127.0.0.1:1] did not answer within 1000 ms: All sentinels down
            """)
    void isReportedWithTheReason(String settings, String message) {
        Map<String, String> given = new HashMap<>();
        for (String setting : settings.split(" ")) {
            String[] pair = setting.split("=", 2);
            given.put(pair[0], pair[1]);
        }
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> IdGenerators.open("redis-incr", given))
                .withMessageStartingWith(message);
    }
}
