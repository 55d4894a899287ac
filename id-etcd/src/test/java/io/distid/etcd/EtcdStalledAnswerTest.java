package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.testkit.Eventually;
import io.distid.testservers.EtcdServer;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers whose headers come, and whose bodies do not. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EtcdStalledAnswerTest {
    private static final String PATH = "/v3/kv/range";
    private static final Map<String, Object> KEY = Map.of("key", Transaction.encode("none"));

    @Test
    void bodyThatStallsIsGivenUpAfterTheTimeout() throws Exception {
        try (StubEndpoint stub = StubEndpoint.start(StubEndpoint::stall)) {
            EtcdLink link = StubEndpoint.link(stub.url(), "300ms");
            assertThatThrownBy(() -> link.call(PATH, KEY))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("etcd at " + stub.url() + " did not answer within 300 ms");
            link.close();
        }
    }

    @Test
    void nextEndpointIsAskedWhereABodyStalls() throws Exception {
        EtcdServer server = EtcdFixture.server();
        try (StubEndpoint stub = StubEndpoint.start(StubEndpoint::stall)) {
            // The other one may be too late for such a time-out, too; then both are asked by another link, from the
            // first.
            long revision = Eventually.untilAnswered(() -> {
                EtcdLink link = StubEndpoint.link(stub.url() + "," + server.endpoints(), "2s");
                try {
                    return link.call(PATH, KEY).revision();
                } finally {
                    link.close();
                }
            });
            assertThat(revision).isPositive();
        }
    }

    @Test
    void refusalOfAWatchThatStallsIsGivenUpAfterTheTimeout() throws Exception {
        StubEndpoint.Answer refusal = exchange -> {
            exchange.sendResponseHeaders(403, 100);
            exchange.getResponseBody().flush();
        };
        try (StubEndpoint stub = StubEndpoint.start(refusal)) {
            EtcdLink link = StubEndpoint.link(stub.url(), "300ms");
            assertThatThrownBy(() -> link.stream("/v3/watch", Map.of()).close())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("did not answer within 300 ms");
            link.close();
        }
    }

    /** The JDK's client waits for its end from version 21 on. */
    @Test
    void closeWaitsForAWatchNoLongerThanTheTimeout() throws Exception {
        try (StubEndpoint stub = StubEndpoint.start(StubEndpoint::stall)) {
            EtcdLink link = StubEndpoint.link(stub.url(), "2s");
            InputStream watch = Eventually.untilAnswered(() -> link.stream("/v3/watch", Map.of()));
            link.close();
            assertThat(link.isClosed()).isTrue();
            watch.close();
        }
    }
}
