package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testservers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers to another request, as on a connection that is one answer behind: none of them is taken for a record. */
class RecordsUnexpectedAnswerTest {
    private static final String NAMESPACE = "orders";
    private static final Header HEADER = new Header("first", "layout", 1, "run", 0);

    private final RedisServer server = RedisFixture.server();
    private final AtomicReference<Object> planted = new AtomicReference<>();

    /** What a connection gives for the answer, of which the script's own is read and dropped. */
    static List<Object> answers() {
        return List.of(
                texts("pmessage", "a", "a", ""),
                texts("soon", "run", "", "1", "1", ""),
                texts("1", "run", "", "many", "1", ""),
                texts("1", "run", "", "1", "1", "no record"),
                texts("1", "run", "", "1", "1", "another", "1"),
                texts(),
                bytes("OK"),
                3L,
                -1L);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void isAnErrorAndTheRepeatIsAnswered(Object answer) {
        IdConfig config = IdConfig.of(new RedisWorkerIdsProvider(), RedisFixture.config(server.url()));
        RedisLink link = RedisLink.connect(
                new RedisErrors(server.url(), config),
                () -> new ServerConnections(PlantedAnswers.connection(server, planted)),
                Duration.ofMillis(RedisFixture.TIMEOUT_MILLIS),
                1,
                false);
        try (RecordStore store = new RedisRecordStore(link, RedisFixture.freshKey())) {
            // The first of each brings the script.
            store.read(NAMESPACE, 0, 1);
            store.writeHeader(NAMESPACE, null, HEADER);
            LeaseRecord first = record("one");
            store.write(NAMESPACE, List.of(new Write(0, null, first, HEADER)));

            planted.set(answer);
            assertThatThrownBy(() -> store.read(NAMESPACE, 0, 1)).isInstanceOf(BackendException.class);
            assertThat(store.read(NAMESPACE, 0, 1).records()).containsOnlyKeys(0);

            Header raised = new Header("second", "layout", 2, "run", 0);
            planted.set(answer);
            assertThat(store.writeHeader(NAMESPACE, HEADER, raised))
                    .as("whether it is known to stand")
                    .isFalse();
            assertThat(store.writeHeader(NAMESPACE, HEADER, raised)).isTrue();

            List<Write> renewal = List.of(new Write(0, first, record("two"), null));
            planted.set(answer);
            assertThatThrownBy(() -> store.write(NAMESPACE, renewal)).isInstanceOf(BackendException.class);
            assertThat(store.write(NAMESPACE, renewal)).singleElement().isInstanceOf(Written.class);
            assertThat(planted).as("what was not planted").hasValue(null);
        }
    }

    private static LeaseRecord record(String token) {
        return new LeaseRecord(token, 2, 1, 0, "node", null);
    }

    private static List<byte[]> texts(String... texts) {
        return Arrays.stream(texts).map(RecordsUnexpectedAnswerTest::bytes).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
